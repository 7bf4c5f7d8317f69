// SPDX-License-Identifier: Apache-2.0
#include "pass/loop_products_emit.h"

#include <algorithm>

#include "op/emit.h"

namespace tutti::pass {

using ir::Builder;
using ir::Value;
using Axes = std::vector<int64_t>;

ir::Type with_rows(const ir::Type& row, int64_t rows) {
  ir::Shape shape = row.shape;
  shape.insert(shape.begin(), rows);
  return row.with(std::move(shape));
}

Axes with_axis(const Axes& axes, int64_t axis) {
  Axes shifted;
  for (int64_t other : axes) shifted.push_back(other < axis ? other : other + 1);
  return shifted;
}

Value dot_like(Builder& b, const ir::Operation& dot, const std::array<Value, 2>& sides,
               const std::array<Axes, 2>& contract) {
  ir::RecordAttribute numbers = dot.record_attribute("dot_dimension_numbers");
  numbers.fields.set("lhs_contracting_dimensions", ir::ints_attribute(contract[0]));
  numbers.fields.set("rhs_contracting_dimensions", ir::ints_attribute(contract[1]));
  ir::Attributes attributes = dot.attributes;
  attributes.set("dot_dimension_numbers", std::move(numbers));
  ir::Shape shape;
  for (size_t side : {0, 1})
    for (int64_t axis = 0; axis < sides[side]->type.rank(); axis++)
      if (std::count(contract[side].begin(), contract[side].end(), axis) == 0)
        shape.push_back(sides[side]->type.dim(axis));
  return b.one("stablehlo.dot_general", {sides[0], sides[1]}, std::move(attributes),
               {ir::Type::tensor(dot.result_type().element, std::move(shape))});
}

Value read_rows(Builder& b, Value stack, const StackRow& row, int64_t rounds) {
  const auto axis = static_cast<size_t>(row.axis);
  if (stack->type.shape[axis] == rounds) return stack;
  Axes starts(stack->type.shape.size(), 0), limits = stack->type.shape;
  starts[axis] = row.lowest();
  limits[axis] = row.lowest() + rounds;
  return op::slice(b, stack, starts, limits);
}

std::vector<Value> row_starts(Builder& b, const StackRow& row, int64_t axis, int64_t rank,
                              const ir::ValueMap& map) {
  const Value index = map.at(row.index);
  std::vector<Value> starts(static_cast<size_t>(rank), op::zeros_like(b, index));
  Value& start = starts[static_cast<size_t>(axis)];
  start = row.lowest() == 0 ? index : op::shift(b, index, -static_cast<double>(row.lowest()));
  return starts;
}

}  // namespace tutti::pass
