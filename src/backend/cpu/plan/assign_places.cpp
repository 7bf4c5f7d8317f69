// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <tuple>

#include "backend/cpu/plan/program.h"
#include "base/error.h"
#include "pass/memory_plan.h"

namespace tutti::backend::cpu {
namespace {

bool is_donated(const Piece& piece) {
  return piece.place.kind == Place::Kind::argument && piece.donated_to >= 0;
}

/// Whether the operand's memory is the program's own from step `at` on.
bool may_share(const Program& program, const Step& step, int64_t at, size_t r, size_t o) {
  const Piece& result = program.pieces[step.results[r].piece];
  const Piece& memory = program.pieces[program.root(step.operands[o].piece)];
  const bool free = memory.place.kind == Place::Kind::arena || is_donated(memory);
  if (!free || memory.last != at || !may_overwrite(program, step, r, o)) return false;
  // A result that has a donated memory of its own waits for it, and no other takes that.
  if (is_donated(memory)) return result.claimed_by < 0 || memory.donated_to == result.claimed_by;
  return result.claimed_by < 0 || program.donors[static_cast<size_t>(result.claimed_by)] < 0;
}

void share(Program& program, size_t result, size_t operand) {
  const size_t root = program.root(operand);
  Piece& memory = program.pieces[root];
  Piece& piece = program.pieces[result];
  memory.last = piece.last;
  memory.claimed_by = piece.claimed_by;
  piece.shares = root;
}

void share_in_place(Program& program) {
  for (size_t at = 0; at < program.steps.size(); at++) {
    const Step& step = program.steps[at];
    for (size_t r = 0; r < step.results.size(); r++) {
      const size_t piece = step.results[r].piece;
      // Loops and branches have found memory for some, and write again into others.
      const bool is_new = program.pieces[piece].shares == piece &&
                          program.pieces[piece].first == static_cast<int64_t>(at);
      std::vector<size_t> candidates;
      for (size_t o = 0; is_new && o < step.operands.size(); o++)
        if (may_share(program, step, static_cast<int64_t>(at), r, o)) candidates.push_back(o);
      if (candidates.empty()) continue;
      // Donated memory first: it is there anyway.
      std::stable_partition(candidates.begin(), candidates.end(), [&](size_t o) {
        return is_donated(program.pieces[program.root(step.operands[o].piece)]);
      });
      share(program, piece, step.operands[candidates[0]].piece);
    }
  }
}

/// Puts claimed pieces where their results belong; what must be copied there in the end is given.
std::vector<size_t> place_results(Program& program) {
  std::vector<size_t> to_copy;
  for (size_t i = 0; i < program.pieces.size(); i++) {
    Piece& piece = program.pieces[i];
    if (piece.shares != i || piece.claimed_by < 0 || is_donated(piece)) continue;
    const auto result = static_cast<size_t>(piece.claimed_by);
    const int donor = program.donors[result];
    if (donor < 0) {
      piece.place = {Place::Kind::result, piece.claimed_by};
    } else if (program.pieces[static_cast<size_t>(donor)].last < piece.first) {
      piece.place = {Place::Kind::argument, donor};
    } else {
      to_copy.push_back(i);
    }
  }
  return to_copy;
}

void plan_arena(Program& program, bool share) {
  const auto end = static_cast<int64_t>(program.steps.size());
  std::vector<pass::Lifetime> lifetimes;
  std::vector<size_t> planned;
  for (size_t i = 0; i < program.pieces.size(); i++) {
    const Piece& piece = program.pieces[i];
    if (piece.shares != i || piece.place.kind != Place::Kind::arena) continue;
    lifetimes.push_back(share ? pass::Lifetime{piece.bytes, piece.first, piece.last}
                              : pass::Lifetime{piece.bytes, 0, end});
    planned.push_back(i);
  }
  const pass::MemoryPlan plan = pass::plan_memory(lifetimes);
  for (size_t i = 0; i < planned.size(); i++)
    program.pieces[planned[i]].place.offset = plan.offsets[i];
  program.arena_bytes = plan.bytes;
}

}  // namespace

bool may_overwrite(const Program& program, const Step& step, size_t r, size_t o) {
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
  const size_t root = program.root(operand.piece);
  const int64_t bytes = program.pieces[step.results[r].piece].bytes;
  const auto covers = [bytes](const View& view) {
    return view.dense && view.place.start == 0 && view.type.bytes() == bytes;
  };
  if (bytes == 0 || !covers(operand.view) || program.pieces[root].bytes != bytes) return false;
  // Another operand in the same memory would be overwritten while it is read, but where each
  // element is read before it is written.
  for (size_t i = 0; i < step.operands.size(); i++)
    if (i != o && program.root(step.operands[i].piece) == root &&
        (!elementwise || !covers(step.operands[i].view)))
      return false;
  // Nor has another result of this step taken it.
  for (size_t i = 0; i < step.results.size(); i++)
    if (i != r && program.root(step.results[i].piece) == root) return false;
  return true;
}

View Program::placed(const PieceView& seen) const {
  View view = seen.view;
  const int64_t start = view.place.start;
  view.place = pieces[root(seen.piece)].place;
  view.place.start += start;
  return view;
}

void assign_places(Program& program, bool share) {
  if (share) share_in_place(program);
  const std::vector<size_t> to_copy = place_results(program);
  plan_arena(program, share);
  for (size_t i : to_copy) {
    const auto result = static_cast<size_t>(program.pieces[i].claimed_by);
    Step step;
    // Arguments are the first pieces, in their order.
    step.operands = {{i, dense_view(program.results[result])}};
    step.results = {
        {static_cast<size_t>(program.donors[result]), dense_view(program.results[result])}};
    program.steps.push_back(std::move(step));
  }
}

std::string arena_text(const Program& program) {
  struct Row {
    int64_t offset, bytes, first, last;
  };
  std::vector<Row> rows;
  int64_t sum = 0;
  for (size_t i = 0; i < program.pieces.size(); i++) {
    const Piece& piece = program.pieces[i];
    if (piece.shares != i || piece.place.kind != Place::Kind::arena || piece.bytes == 0) continue;
    rows.push_back({piece.place.offset, piece.bytes, piece.first, piece.last});
    sum += piece.bytes;
  }
  std::sort(rows.begin(), rows.end(), [](const Row& a, const Row& b) {
    return std::tie(a.offset, a.first) < std::tie(b.offset, b.first);
  });
  std::string text =
      fmt::format("{} temporaries of {} bytes in {} bytes\n{:>14} {:>14} {:>13}  {}\n", rows.size(),
                  sum, program.arena_bytes, "offset", "bytes", "steps", "written by");
  for (const Row& row : rows) {
    const auto& step = program.steps[static_cast<size_t>(row.first)];
    text +=
        fmt::format("{:>14} {:>14} {:>6}-{:<6}  {}\n", row.offset, row.bytes, row.first, row.last,
                    step.group ? "fused operations"
                    : step.op  ? step.op->name()
                               : "copy");
  }
  return text;
}

}  // namespace tutti::backend::cpu
