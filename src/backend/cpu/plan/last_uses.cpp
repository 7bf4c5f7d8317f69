// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <iterator>
#include <limits>
#include <map>

#include "backend/cpu/memory/arena.h"
#include "backend/cpu/plan/plan.h"
#include "base/rounding.h"

namespace tutti::backend::cpu {
namespace {

/// The last use of each byte of an arena: of all from one key to the next.
class UsedBytes {
 public:
  explicit UsedBytes(int64_t bytes) { steps_ = {{0, -1}, {bytes, -1}}; }

  void use(int64_t begin, int64_t end, int64_t step) {
    const auto first = cut(begin), last = cut(end);
    steps_.erase(std::next(first), last);
    first->second = step;
  }

  std::vector<LastUse> stretches() const {
    std::vector<LastUse> found;
    for (auto at = steps_.begin(); std::next(at) != steps_.end(); ++at) {
      const auto [begin, step] = *at;
      const int64_t bytes = std::next(at)->first - begin;
      if (!found.empty() && found.back().step == step)
        found.back().bytes += bytes;
      else
        found.push_back({step, begin, bytes});
    }
    return found;
  }

 private:
  std::map<int64_t, int64_t>::iterator cut(int64_t at) {
    return steps_.emplace(at, std::prev(steps_.upper_bound(at))->second).first;
  }

  std::map<int64_t, int64_t> steps_;
};

/// For each step, the last one of the outermost loop around it; itself outside of loops.
std::vector<int64_t> ends_of_loops(const Plan& plan) {
  std::vector<int64_t> ends;
  for (size_t at = 0; at < plan.steps.size(); at++) {
    const auto now = static_cast<int64_t>(at);
    ends.push_back(now);
    for (const int64_t target : plan.steps[at].targets)
      for (int64_t step = target; step < now; step++) ends[static_cast<size_t>(step)] = now;
  }
  return ends;
}

constexpr int64_t kNever = std::numeric_limits<int64_t>::max();

/// The step that first writes into each huge page of the arena. The system gives all of a page
/// then.
std::vector<int64_t> first_steps_of_pages(const Plan& plan) {
  std::vector<int64_t> firsts(static_cast<size_t>(divide_up(plan.arena_bytes, kHugePage)), kNever);
  for (const Piece& piece : plan.pieces) {
    if (piece.place.kind != Place::Kind::arena || piece.bytes == 0) continue;
    const int64_t begin = piece.place.offset + piece.place.start, end = begin + piece.bytes;
    for (int64_t page = begin / kHugePage; page * kHugePage < end; page++) {
      int64_t& first = firsts[static_cast<size_t>(page)];
      first = std::min(first, piece.first);
    }
  }
  return firsts;
}

/// The step that first writes each result; 0 where it is in memory before that, as small ones are.
std::vector<int64_t> first_steps_of_results(const Plan& plan) {
  std::vector<int64_t> firsts;
  for (const ir::Type& type : plan.results) firsts.push_back(type.bytes() < kHugePage ? 0 : kNever);
  for (const Piece& piece : plan.pieces) {
    if (piece.place.kind != Place::Kind::result) continue;
    int64_t& first = firsts[static_cast<size_t>(piece.place.offset)];
    first = std::min(first, piece.first);
  }
  return firsts;
}

}  // namespace

std::vector<LastUse> last_uses(const Plan& plan) {
  if (plan.arena_bytes == 0) return {};
  const std::vector<int64_t> ends = ends_of_loops(plan);
  std::vector<LastUse> pieces;
  for (size_t i = 0; i < plan.pieces.size(); i++) {
    const Piece& piece = plan.pieces[i];
    if (piece.written_over != i || piece.place.kind != Place::Kind::arena || piece.bytes == 0)
      continue;
    const auto last = std::min(static_cast<size_t>(piece.last), ends.size() - 1);
    pieces.push_back({ends[last], piece.place.offset, piece.bytes});
  }
  const auto by_step = [](const LastUse& a, const LastUse& b) { return a.step < b.step; };
  std::stable_sort(pieces.begin(), pieces.end(), by_step);
  UsedBytes used(plan.arena_bytes);
  for (const LastUse& piece : pieces) used.use(piece.begin, piece.begin + piece.bytes, piece.step);
  std::vector<LastUse> found = used.stretches();
  std::stable_sort(found.begin(), found.end(), by_step);
  return found;
}

int64_t most_together(const Plan& plan, std::span<const LastUse> given_back) {
  std::map<int64_t, int64_t> changes;  // of the bytes in memory, by step
  int64_t left = plan.arena_bytes;
  for (const int64_t first : first_steps_of_pages(plan)) {
    if (first != kNever) changes[first] += std::min(left, kHugePage);
    left -= kHugePage;
  }
  const std::vector<int64_t> firsts = first_steps_of_results(plan);
  for (size_t i = 0; i < firsts.size(); i++)
    if (plan.donors[i] < 0 && firsts[i] != kNever) changes[firsts[i]] += plan.results[i].bytes();
  for (const LastUse& use : given_back)
    if (use.step >= 0) changes[use.step + 1] -= use.bytes;
  int64_t now = 0, most = 0;
  for (const auto& [step, bytes] : changes) most = std::max(most, now += bytes);
  return most;
}

}  // namespace tutti::backend::cpu
