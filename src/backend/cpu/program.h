// SPDX-License-Identifier: Apache-2.0
// A function on its way to an executable: its steps, and the pieces of memory they read and write.
#pragma once

#include <optional>
#include <vector>

#include "backend/cpu/plan/constants.h"
#include "backend/group/group.h"
#include "backend/cpu/lower/lower.h"

namespace tutti::backend::cpu {

/// A value's memory, needed from the step `first` that writes it to the last step that reads it.
struct Piece {
  int64_t bytes = 0;
  int64_t first = 0;
  int64_t last = 0;
  Place place;          // in the arena until something better is found
  size_t shares = 0;    // the piece it is written over, see Program::root; itself at first
  int donated_to = -1;  // of a donated argument: the result that takes its memory
  int claimed_by = -1;  // the result that it is at the end
};

/// A view of a piece: `view.place` has no more than the start within it until places are known.
struct PieceView {
  size_t piece = 0;
  View view;
};

/// One instruction. Without an operation it copies its operand into its result, or goes on
/// elsewhere.
struct Step {
  const ir::Operation* op = nullptr;
  const Rule* rule = nullptr;
  std::shared_ptr<const Group> group = nullptr;  // instead of one operation; `op` is its last
  std::vector<PieceView> operands;
  std::vector<PieceView> results;
  std::optional<PieceView> workspace;
  /// Of a jump: the steps to go on with. The operand, where there is one, tells which; a number
  /// beyond them means the last.
  std::vector<int64_t> targets = {};
  const ir::Operation* loop = nullptr;  // whose next round it begins

  bool is_copy() const { return !op && targets.empty(); }
};

struct Program {
  std::vector<Piece> pieces;
  std::vector<Step> steps;
  Constants constants;
  std::vector<ir::Type> arguments;
  std::vector<ir::Type> results;
  std::vector<int> donors;  // for each result: the argument whose memory it takes, or -1
  int64_t arena_bytes = 0;

  /// The piece whose place is this one's.
  size_t root(size_t piece) const {
    while (pieces[piece].shares != piece) piece = pieces[piece].shares;
    return piece;
  }
  /// The view with its place filled in.
  View placed(const PieceView& seen) const;
};

/// Whether what a step writes into result `r` may stand where operand `o` stands, as long as nobody
/// needs the operand afterwards.
bool may_overwrite(const Program& program, const Step& step, size_t r, size_t o);

/// Turns a function without calls into steps for `workers` workers. Views that a rule cannot read
/// through strides are copied first. Throws UserError at an operation that has no rule, or where
/// `tf.aliasing_output` names no result of the argument's type.
Program trace(const ir::Function& function, int workers);

/// Gives every piece a place: results that can be are written over operands that die, into their
/// donated argument or into the caller's result; the others share the arena by their lifetimes.
/// Appends the copies of donated results that could not be written where they belong. Without
/// `share`, nothing is written over an operand and no two pieces of the arena overlap.
void assign_places(Program& program, bool share);

/// Where the pieces of the arena lie: a line each, by offset.
std::string arena_text(const Program& program);

}  // namespace tutti::backend::cpu
