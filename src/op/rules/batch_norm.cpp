// SPDX-License-Identifier: Apache-2.0
#include "op/rules/batch_norm.h"

#include "op/emit.h"
#include "op/rules/axes.h"

namespace tutti::op {

void expect_features(const Operation& op, size_t vectors, std::string_view index,
                     std::string_view element, const std::vector<std::string_view>& sizes) {
  const Type& x = op.operand_type(0);
  const int64_t axis = op.int_attribute("feature_index");
  expect_elements(op, 0, Elements::floats);
  constraint(op, axis >= 0 && axis < x.rank(), index,
             "feature_index is {}, expected an axis of operand 0, a {}", axis, x.str());
  for (size_t i = 1; i < op.operand_count(); i++)
    constraint(op, same_baseline_elements(op.operand_type(i), x), element,
               "operand {} is a {}, expected elements as of operand 0, a {}", i,
               op.operand_type(i).str(), x.str());
  for (size_t i = 1; i <= vectors; i++) {
    const Shape& shape = op.operand_type(i).shape;
    constraint(op, shape.size() == 1 && ir::compatible(shape[0], x.dim(axis)), sizes[i - 1],
               "operand {} is a {}, expected {} elements, one a feature", i,
               op.operand_type(i).str(), x.dim(axis));
  }
}

Features::Features(Builder& builder, const Operation& given)
    : b(builder), op(given), axis(given.int_attribute("feature_index")) {}

Value Features::spread(Value vector) const {
  return broadcast_in_dim(b, vector, op.operand_type(0).shape, {axis});
}

Value Features::sum(Value x) const {
  return reduce_sum(b, x, axes_without(x->type.rank(), {axis}));
}

double Features::count() const {
  double count = 1;
  for (const int64_t other : axes_without(op.operand_type(0).rank(), {axis}))
    count *= static_cast<double>(op.operand_type(0).dim(other));
  return count;
}

Value Features::deviation(Value variance) const {
  return sqrt(b, shift(b, variance, op.float_attribute("epsilon")));
}

Value normalized(const Features& features, Value x, Value scale, Value offset, Value mean,
                 Value variance) {
  Builder& b = features.b;
  const Value centred = subtract(b, x, features.spread(mean));
  const Value unit = divide(b, centred, features.spread(features.deviation(variance)));
  return add(b, multiply(b, features.spread(scale), unit), features.spread(offset));
}

}  // namespace tutti::op
