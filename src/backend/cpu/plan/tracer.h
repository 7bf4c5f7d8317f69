// SPDX-License-Identifier: Apache-2.0
// Turns a function's operations into the steps of a plan, in their order. Loops and branches become
// jumps. Only trace.cpp and trace_control.cpp use it.
#pragma once

#include <unordered_map>
#include <unordered_set>

#include "backend/cpu/plan/plan.h"

namespace tutti::backend::cpu {

class Tracer {
 public:
  Tracer(const ir::Function& function, int workers) : function_(function), workers_(workers) {}

  Plan run();

 private:
  int64_t now() const { return static_cast<int64_t>(plan_.steps.size()); }
  Piece& piece_of(const PieceView& seen) { return plan_.pieces[seen.piece]; }
  PieceView new_piece(const ir::Type& type);

  void argument(size_t index);
  /// The result to which the argument's memory is donated, or -1.
  int donation(size_t index, const ir::Type& type);
  /// Adds the steps of all operations of a block except its terminator.
  void body(const ir::Block& block);
  void constant(const ir::Operation& op);
  void alias(const ir::Operation& op);
  void step(const BlockItem& item);
  /// Makes a dynamic_slice a view of its operand, where nothing can write that while it is read.
  /// False, and nothing is changed, otherwise.
  bool slice_in_place(const ir::Operation& op);
  void group(const BlockItem& item);
  // Rows that are written where a loop collects them (trace_rows.cpp).
  /// Notes the value that each round of a loop writes into state `index`, which it writes whole.
  void note_row(const ir::Operation& loop, size_t index);
  /// Gives a value that was noted its place in the state, if that can be computed already. Adds the
  /// step that does, so it must be called before the step that makes the value begins.
  void place_row(ir::Value value);
  /// The place that a step writes a value to: one that place_row() gave it, or a new piece.
  PieceView result_view(ir::Value value);
  /// Marks the pieces that are the function's results. A result that has no piece of its own (an
  /// argument, a constant, a value returned twice) is copied into a new one.
  void end(const ir::Operation& op);

  /// A dense view of the value: its own, or that of a copy, which is made where it is first needed.
  PieceView dense(ir::Value value);
  PieceView copied(const PieceView& seen);
  void copy(const PieceView& from, const PieceView& to);
  void read(Step& step, const PieceView& seen);

  // Control flow (trace_control.cpp). Lifetimes follow the order of the steps, and what a loop
  // reads from outside is needed until the loop ends.
  void loop(const ir::Operation& op);
  void branches(const ir::Operation& op);
  /// Adds the steps of a region. Copies that are made in it are not used after it, because the
  /// region may not have run.
  void region(const ir::Block& block);
  /// Adds a jump and returns the index of its step. The caller fills in its targets.
  size_t jump(const PieceView* selector);
  /// Writes what a round of a loop returns into the pieces of the loop's state.
  void carry(const ir::Operation& end, const std::vector<PieceView>& state, size_t first_piece);
  /// Whether the value is a whole piece that was made since `first_piece`, so that it can be given
  /// another place.
  bool is_movable(const PieceView& seen, size_t first_piece) const;
  /// Gives a round's new value the memory of the old one, if nothing reads the old one later.
  /// False, and nothing is changed, otherwise.
  bool take_over(const PieceView& seen, size_t state, size_t first_piece);

  const ir::Function& function_;
  int workers_;
  Plan plan_;
  size_t outer_pieces_ = 0;     // of them, those made before the innermost loop
  std::vector<size_t> states_;  // pieces that the loops around write
  std::unordered_map<ir::Value, PieceView> values_;
  std::unordered_map<ir::Value, PieceView> copies_;
  std::unordered_map<ir::Value, const ir::Operation*> rows_;  // and the updates that write them
  std::unordered_map<ir::Value, PieceView> places_;           // of rows that steps write there
  std::unordered_set<const ir::Operation*> written_;          // updates with nothing left to do
};

}  // namespace tutti::backend::cpu
