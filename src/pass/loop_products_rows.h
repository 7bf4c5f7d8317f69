// SPDX-License-Identifier: Apache-2.0
// What the rounds of a loop read of arrays that the loop does not change. Only loop_products.cpp
// and loop_products_plan.cpp use it.
#pragma once

#include <optional>
#include <unordered_map>
#include <unordered_set>

#include "ir/op_def.h"
#include "op/rules/round_places.h"

namespace tutti::pass {

/// A value that is one row of an array in each round: the next row, or the one before, in the next
/// round. No two rounds read the same row.
struct StackRow {
  ir::Value stack = nullptr;  // made outside of the loop
  int64_t axis = 0;           // of the stack; a row has one element along it, and all along others
  ir::Value index = nullptr;  // of the row, in a round
  op::RoundPlaces places;     // of the rows along the axis, all inside of the stack
  bool keeps_axis = false;    // whether the value has the axis too, or lacks it

  int64_t lowest() const { return std::min(places.first, places.last); }
  bool rises() const { return places.first <= places.last; }
};

/// A loop of a known number of rounds.
class LoopRows {
 public:
  /// Nothing for a loop of fewer than two rounds, or of unknown many.
  static std::optional<LoopRows> of(const ir::Operation& loop);

  const ir::Operation& loop() const { return *loop_; }
  const ir::Block& round() const { return *loop_->regions[1]; }
  int64_t rounds() const { return counter_.rounds; }
  /// Whether a value that a round reads is made outside of the loop.
  bool is_outside(ir::Value value) const;
  /// How many operands of the operations of a round or of the condition a value is. What a region
  /// inside reads counts too.
  int64_t uses(ir::Value value) const;
  /// The row that a value is.
  std::optional<StackRow> row(ir::Value value) const;
  /// The counter as the place of a row, in an array with a row for each round. Nothing if it
  /// does not count by one.
  std::optional<StackRow> counted_row() const;

 private:
  LoopRows(const ir::Operation& loop, const op::Counter& counter);

  const ir::Operation* loop_;
  op::Counter counter_;
  std::unordered_set<const ir::Operation*> inside_;
  std::unordered_map<ir::Value, int64_t> uses_;
};

}  // namespace tutti::pass
