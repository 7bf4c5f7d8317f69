// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <iterator>
#include <map>

#include "backend/cpu/plan/plan.h"

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

}  // namespace tutti::backend::cpu
