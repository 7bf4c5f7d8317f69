// SPDX-License-Identifier: Apache-2.0
#include "pass/loop_products_rows.h"

#include <algorithm>

#include "ir/captures.h"
#include "pass/values.h"

namespace tutti::pass {
namespace {

using ir::Operation;
using ir::Value;

ir::Shape without_axis(ir::Shape shape, int64_t axis) {
  shape.erase(shape.begin() + axis);
  return shape;
}

/// The axis along which a slice has one element of many, if it has all along every other axis.
std::optional<int64_t> axis_of_rows(const ir::Type& whole, const ir::Type& slice) {
  std::optional<int64_t> axis;
  for (int64_t d = 0; d < whole.rank(); d++) {
    if (slice.dim(d) == whole.dim(d)) continue;
    if (axis || slice.dim(d) != 1) return std::nullopt;
    axis = d;
  }
  return axis;
}

}  // namespace

LoopRows::LoopRows(const Operation& loop, const op::Counter& counter)
    : loop_(&loop), counter_(counter) {
  for (const auto& op : round().operations) inside_.insert(op.get());
  for (const auto& region : loop.regions)
    for (const auto& op : region->operations) {
      for (Value operand : op->operands) uses_[operand]++;
      for (Value captured : captured_values(*op)) uses_[captured]++;
    }
}

std::optional<LoopRows> LoopRows::of(const Operation& loop) {
  if (loop.name() != "stablehlo.while") return std::nullopt;
  const auto counter = op::counter_of(loop);
  if (!counter || counter->rounds < 2) return std::nullopt;
  return LoopRows(loop, *counter);
}

bool LoopRows::is_outside(Value value) const {
  return value->owner ? !inside_.contains(value->owner) : value->block != &round();
}

int64_t LoopRows::uses(Value value) const {
  const auto found = uses_.find(value);
  return found == uses_.end() ? 0 : found->second;
}

std::optional<StackRow> LoopRows::row(Value value) const {
  const Operation* reshape = made_by(value, "stablehlo.reshape");
  const Operation* slice =
      made_by(reshape ? reshape->operand(0) : value, "stablehlo.dynamic_slice");
  if (!slice || !inside_.contains(slice) || !is_outside(slice->operand(0))) return std::nullopt;
  const ir::Type &whole = slice->operand_type(0), &part = slice->result_type();
  if (!whole.is_static() || !part.is_static()) return std::nullopt;
  const auto axis = axis_of_rows(whole, part);
  if (!axis || (reshape && value->type.shape != without_axis(part.shape, *axis)))
    return std::nullopt;
  const Value index = slice->operand(1 + static_cast<size_t>(*axis));
  const auto places = op::round_places(index, *loop_, counter_);
  if (!places || std::abs(places->last - places->first) != counter_.rounds - 1) return std::nullopt;
  StackRow row{slice->operand(0), *axis, index, *places, reshape == nullptr};
  // Beyond the ends, a slice is moved, and several rounds read the same row.
  const bool fits = row.lowest() >= 0 && row.lowest() + counter_.rounds <= whole.dim(*axis);
  return fits ? std::optional(row) : std::nullopt;
}

std::optional<StackRow> LoopRows::counted_row() const {
  const Value index = round().arguments[counter_.index].get();
  const auto places = op::round_places(index, *loop_, counter_);
  if (!places || std::abs(places->last - places->first) != counter_.rounds - 1) return std::nullopt;
  return StackRow{nullptr, 0, index, *places, false};
}

}  // namespace tutti::pass
