// SPDX-License-Identifier: Apache-2.0
// A function's operations in their order, turned into steps; loops and branches become jumps.
#pragma once

#include <unordered_map>

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
  /// The result that the argument's memory is donated to, or -1.
  int donation(size_t index, const ir::Type& type);
  /// All operations of a block but its terminator.
  void body(const ir::Block& block);
  void constant(const ir::Operation& op);
  void alias(const ir::Operation& op);
  void step(const BlockItem& item);
  void group(const BlockItem& item);
  /// Results claim their pieces. What is no fresh piece of its own, such as an argument, a constant
  /// or a result given twice, is copied into one.
  void end(const ir::Operation& op);

  /// The value without strides: itself, or a copy made once, where it is first needed.
  PieceView dense(ir::Value value);
  PieceView copied(const PieceView& seen);
  void copy(const PieceView& from, const PieceView& to);
  void read(Step& step, const PieceView& seen);

  // Control flow (trace_control.cpp). Lifetimes are those of the steps' order; what a loop reads
  // from outside is needed to its end.
  void loop(const ir::Operation& op);
  void branches(const ir::Operation& op);
  /// A region's operations. Copies made in it are unknown outside, where it may not have run.
  void region(const ir::Block& block);
  /// Adds a jump; its targets are to be filled in. Gives its step.
  size_t jump(const PieceView* selector);
  /// Writes what a round returns into the state's places.
  void carry(const ir::Operation& end, const std::vector<PieceView>& state, size_t first_piece);
  /// Whether the value is a whole piece made since `first_piece`, which may be put elsewhere.
  bool is_movable(const PieceView& seen, size_t first_piece) const;
  /// Puts a round's new value where the old one is, if nobody reads that any more.
  bool succeed(const PieceView& seen, size_t state, size_t first_piece);

  const ir::Function& function_;
  int workers_;
  Plan plan_;
  std::unordered_map<ir::Value, PieceView> values_;
  std::unordered_map<ir::Value, PieceView> copies_;
};

}  // namespace tutti::backend::cpu
