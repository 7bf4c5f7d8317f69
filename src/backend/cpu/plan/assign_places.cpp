// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <tuple>

#include "backend/cpu/plan/plan.h"
#include "base/error.h"
#include "pass/memory_plan.h"

namespace tutti::backend::cpu {
namespace {

bool is_donated(const Piece& piece) {
  return piece.place.kind == Place::Kind::argument && piece.donated_to >= 0;
}

/// Whether result `r` of a step may be written over operand `o`, whose memory nothing else needs
/// from step `at` on.
bool may_share(const Plan& plan, const Step& step, int64_t at, size_t r, size_t o) {
  const Piece& result = plan.pieces[step.results[r].piece];
  const Piece& memory = plan.pieces[plan.root(step.operands[o].piece)];
  const bool free = memory.place.kind == Place::Kind::arena || is_donated(memory);
  if (!free || memory.last != at || !may_overwrite(plan, step, r, o)) return false;
  // A result to which an argument is donated takes only that argument, and no other result does.
  if (is_donated(memory)) return result.claimed_by < 0 || memory.donated_to == result.claimed_by;
  return result.claimed_by < 0 || plan.donors[static_cast<size_t>(result.claimed_by)] < 0;
}

void share(Plan& plan, size_t result, size_t operand) {
  const size_t root = plan.root(operand);
  Piece& memory = plan.pieces[root];
  Piece& piece = plan.pieces[result];
  memory.last = piece.last;
  memory.claimed_by = piece.claimed_by;
  piece.written_over = root;
}

void share_in_place(Plan& plan) {
  for (size_t at = 0; at < plan.steps.size(); at++) {
    const Step& step = plan.steps[at];
    for (size_t r = 0; r < step.results.size(); r++) {
      const size_t piece = step.results[r].piece;
      // Loops and branches have already chosen memory for some pieces, and write others twice.
      const bool is_new = plan.pieces[piece].written_over == piece &&
                          plan.pieces[piece].first == static_cast<int64_t>(at);
      std::vector<size_t> candidates;
      for (size_t o = 0; is_new && o < step.operands.size(); o++)
        if (may_share(plan, step, static_cast<int64_t>(at), r, o)) candidates.push_back(o);
      if (candidates.empty()) continue;
      // Donated memory comes first, because it exists anyway.
      std::stable_partition(candidates.begin(), candidates.end(), [&](size_t o) {
        return is_donated(plan.pieces[plan.root(step.operands[o].piece)]);
      });
      share(plan, piece, step.operands[candidates[0]].piece);
    }
  }
}

/// Puts pieces that are results where those belong. Returns the pieces that must be copied there at
/// the end.
std::vector<size_t> place_results(Plan& plan) {
  std::vector<size_t> to_copy;
  for (size_t i = 0; i < plan.pieces.size(); i++) {
    Piece& piece = plan.pieces[i];
    if (piece.written_over != i || piece.claimed_by < 0 || is_donated(piece)) continue;
    const auto result = static_cast<size_t>(piece.claimed_by);
    const int donor = plan.donors[result];
    if (donor < 0) {
      piece.place = {Place::Kind::result, piece.claimed_by};
    } else if (plan.pieces[static_cast<size_t>(donor)].last < piece.first) {
      piece.place = {Place::Kind::argument, donor};
    } else {
      to_copy.push_back(i);
    }
  }
  return to_copy;
}

void plan_arena(Plan& plan, bool share) {
  const auto end = static_cast<int64_t>(plan.steps.size());
  std::vector<pass::Lifetime> lifetimes;
  std::vector<size_t> planned;
  for (size_t i = 0; i < plan.pieces.size(); i++) {
    const Piece& piece = plan.pieces[i];
    if (piece.written_over != i || piece.place.kind != Place::Kind::arena) continue;
    lifetimes.push_back(share ? pass::Lifetime{piece.bytes, piece.first, piece.last}
                              : pass::Lifetime{piece.bytes, 0, end});
    planned.push_back(i);
  }
  const pass::MemoryPlan arena = pass::plan_memory(lifetimes);
  for (size_t i = 0; i < planned.size(); i++)
    plan.pieces[planned[i]].place.offset = arena.offsets[i];
  plan.arena_bytes = arena.bytes;
}

}  // namespace

bool may_overwrite(const Plan& plan, const Step& step, size_t r, size_t o) {
  bool elementwise = step.is_copy();
  if (step.group) {
    const Group::Member& member = step.group->members[step.group->outputs[r]];
    const bool alike = step.operands[o].view.type.count() == step.results[r].view.type.count();
    if (member.extent == Group::Extent::column || !alike) return false;
    elementwise = true;
  }
  if (!elementwise) {
    if (!step.rule || r >= step.rule->in_place.size()) return false;
    const int in_place = step.rule->in_place[r];
    elementwise = in_place == kAnyOperand;
    if (!elementwise && in_place != static_cast<int>(o)) return false;
  }
  const PieceView& operand = step.operands[o];
  const size_t root = plan.root(operand.piece);
  const int64_t bytes = plan.pieces[step.results[r].piece].bytes;
  const auto covers = [bytes](const View& view) {
    return view.dense && view.place.start == 0 && view.type.bytes() == bytes;
  };
  if (bytes == 0 || !covers(operand.view) || plan.pieces[root].bytes != bytes) return false;
  // Another operand in the same memory would be overwritten while it is read, unless each element
  // is read before it is written.
  for (size_t i = 0; i < step.operands.size(); i++)
    if (i != o && plan.root(step.operands[i].piece) == root &&
        (!elementwise || !covers(step.operands[i].view)))
      return false;
  // Another result of this step may already have the memory.
  for (size_t i = 0; i < step.results.size(); i++)
    if (i != r && plan.root(step.results[i].piece) == root) return false;
  return true;
}

View Plan::placed(const PieceView& seen) const {
  View view = seen.view;
  const auto [start, moving] = std::pair(view.place.start, view.place.moving);
  view.place = pieces[root(seen.piece)].place;
  view.place.start += start;
  view.place.moving = moving;
  return view;
}

void assign_places(Plan& plan, bool share) {
  if (share) share_in_place(plan);
  const std::vector<size_t> to_copy = place_results(plan);
  plan_arena(plan, share);
  for (size_t i : to_copy) {
    const auto result = static_cast<size_t>(plan.pieces[i].claimed_by);
    Step step;
    // Arguments are the first pieces, in their order.
    step.operands = {{i, dense_view(plan.results[result])}};
    step.results = {{static_cast<size_t>(plan.donors[result]), dense_view(plan.results[result])}};
    plan.steps.push_back(std::move(step));
  }
}

std::vector<int64_t> arena_over_time(const Plan& plan) {
  std::vector<int64_t> bytes(plan.steps.size() + 1);  // first what is new at each step
  const auto end = static_cast<int64_t>(plan.steps.size());
  for (size_t i = 0; i < plan.pieces.size(); i++) {
    const Piece& piece = plan.pieces[i];
    if (piece.written_over != i || piece.place.kind != Place::Kind::arena) continue;
    bytes[static_cast<size_t>(std::clamp<int64_t>(piece.first, 0, end))] += piece.bytes;
    bytes[static_cast<size_t>(std::clamp<int64_t>(piece.last + 1, 0, end))] -= piece.bytes;
  }
  for (size_t i = 1; i < bytes.size(); i++) bytes[i] += bytes[i - 1];
  bytes.pop_back();
  return bytes;
}

std::string arena_text(const Plan& plan) {
  struct Row {
    int64_t offset, bytes, first, last;
  };
  std::vector<Row> rows;
  int64_t sum = 0;
  for (size_t i = 0; i < plan.pieces.size(); i++) {
    const Piece& piece = plan.pieces[i];
    if (piece.written_over != i || piece.place.kind != Place::Kind::arena || piece.bytes == 0)
      continue;
    rows.push_back({piece.place.offset, piece.bytes, piece.first, piece.last});
    sum += piece.bytes;
  }
  std::sort(rows.begin(), rows.end(), [](const Row& a, const Row& b) {
    return std::tie(a.offset, a.first) < std::tie(b.offset, b.first);
  });
  std::string text =
      fmt::format("{} temporaries of {} bytes in {} bytes\n{:>14} {:>14} {:>13}  {}\n", rows.size(),
                  sum, plan.arena_bytes, "offset", "bytes", "steps", "written by");
  for (const Row& row : rows) {
    const auto& step = plan.steps[static_cast<size_t>(row.first)];
    text +=
        fmt::format("{:>14} {:>14} {:>6}-{:<6}  {}\n", row.offset, row.bytes, row.first, row.last,
                    step.group ? "fused operations"
                    : step.op  ? step.op->name()
                               : "copy");
  }
  return text;
}

}  // namespace tutti::backend::cpu
