// SPDX-License-Identifier: Apache-2.0
// The plan of a function: its steps in order, and the pieces of memory that they read and write.
// trace() makes it of a function, assign_places() gives each piece its place, and the executable
// lowers the steps.
#pragma once

#include <optional>
#include <span>
#include <vector>

#include "backend/cpu/lower/lower.h"
#include "backend/cpu/plan/constants.h"
#include "backend/group/group.h"

namespace tutti::backend::cpu {

/// The memory of a value. It is needed from step `first`, which writes it, to step `last`, the last
/// one that reads it.
struct Piece {
  int64_t bytes = 0;
  int64_t first = 0;
  int64_t last = 0;
  Place place;              // in the arena until something better is found
  size_t written_over = 0;  // the piece over which it is written, see Plan::root; itself at first
  int donated_to = -1;      // of a donated argument: the result that takes its memory
  int claimed_by = -1;      // the function's result whose value it is at the end, or -1
};

/// A view of a piece. Until places are known, `view.place` has only the start within the piece.
struct PieceView {
  size_t piece = 0;
  View view;
};

/// One step of a plan: an operation, a group, a copy of the operand into the result (without an
/// operation or targets), a jump (with targets), or the start of a view (without results).
struct Step {
  const ir::Operation* op = nullptr;
  const Rule* rule = nullptr;
  std::shared_ptr<const Group> group = nullptr;  // computed here; `op` is then its last operation
  std::vector<PieceView> operands;
  std::vector<PieceView> results;
  std::optional<PieceView> workspace;
  /// The possible next steps of a jump. Its operand, where it has one, is the index of the one to
  /// take; an index outside of them means the last.
  std::vector<int64_t> targets = {};
  const ir::Operation* loop = nullptr;  // the loop whose next round a jump begins
  int64_t start = -1;  // of a slice or a written row that is a view: the start that it computes

  bool is_copy() const { return !op && targets.empty(); }
};

struct Plan {
  std::vector<Piece> pieces;
  std::vector<Step> steps;
  Constants constants;
  std::vector<ir::Type> arguments;
  std::vector<ir::Type> results;
  std::vector<int> donors;  // for each result: the argument whose memory it takes, or -1
  int64_t arena_bytes = 0;
  int64_t starts = 0;  // how many starts of views a run computes, see Place::moving

  /// The piece whose memory this piece has, after following all `written_over`.
  size_t root(size_t piece) const {
    while (pieces[piece].written_over != piece) piece = pieces[piece].written_over;
    return piece;
  }
  /// The view with its place filled in.
  View placed(const PieceView& seen) const;
};

/// Whether a step may write its result `r` over its operand `o`, provided that no later step reads
/// the operand.
bool may_overwrite(const Plan& plan, const Step& step, size_t r, size_t o);

/// Turns a function without calls into steps that `workers` threads will run. A view that a rule
/// cannot read through strides is copied into a dense one first. Throws UserError where an
/// operation has no rule, or where `tf.aliasing_output` does not name a result of the argument's
/// type.
Plan trace(const ir::Function& function, int workers);

/// Gives every piece a place. A result is written over an operand that is not read again, into the
/// argument that is donated to it, or into the caller's result, where it can be; all other pieces
/// share the arena by their lifetimes. Where a donated result could not be written into its
/// argument, appends a step that copies it there. Without `share`, nothing is written over an
/// operand and no two pieces of the arena overlap.
void assign_places(Plan& plan, bool share);

/// The bytes of the pieces in the arena that are needed at each step.
std::vector<int64_t> arena_over_time(const Plan& plan);

/// A stretch of the arena that no step of a run uses after `step`.
struct LastUse {
  int64_t step = 0;
  int64_t begin = 0, bytes = 0;
};
/// The stretches of the arena whose last use is the same, ascending by step. Places have to be
/// assigned.
std::vector<LastUse> last_uses(const Plan& plan);

/// The most bytes of the arena and of the results that are in memory at a time, where these
/// stretches of the arena, its last uses, are given back as a run is past them.
int64_t most_together(const Plan& plan, std::span<const LastUse> given_back);

/// For each result, the last step that may write it in any run: once a run is past it, the result
/// is final. -1 where no step writes it; the number of steps where it takes an argument's memory,
/// which the caller has until the run ends. Places have to be assigned.
std::vector<int64_t> final_steps(const Plan& plan);

/// A table of the pieces in the arena, one line for each, ordered by offset.
std::string arena_text(const Plan& plan);

}  // namespace tutti::backend::cpu
