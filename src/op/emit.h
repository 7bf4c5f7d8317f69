// SPDX-License-Identifier: Apache-2.0
// Functions that emit one operation each. Models, backward rules and decompositions are written
// with them.
#pragma once

#include "ir/builder.h"

namespace tutti::op {

using ir::Builder;
using ir::Shape;
using ir::Type;
using ir::Value;

/// A constant whose elements all are `value`; of any element type.
Value constant(Builder& b, const Type& type, double value);
/// A constant of the type of `like`.
Value constant_like(Builder& b, Value like, double value);
Value zeros_like(Builder& b, Value like);

Value add(Builder& b, Value x, Value y);
Value subtract(Builder& b, Value x, Value y);
Value multiply(Builder& b, Value x, Value y);
Value divide(Builder& b, Value x, Value y);
Value maximum(Builder& b, Value x, Value y);
Value minimum(Builder& b, Value x, Value y);
Value negate(Builder& b, Value x);
Value exponential(Builder& b, Value x);
Value log(Builder& b, Value x);
Value sqrt(Builder& b, Value x);
Value rsqrt(Builder& b, Value x);
Value tanh(Builder& b, Value x);
/// x * value, x + value.
Value scale(Builder& b, Value x, double value);
Value shift(Builder& b, Value x, double value);

/// `direction` is one of EQ NE GE GT LE LT; the comparison type follows the elements.
Value compare(Builder& b, const std::string& direction, Value x, Value y);
Value select(Builder& b, Value predicate, Value on_true, Value on_false);
Value convert(Builder& b, Value x, ir::ElementType element);
Value reshape(Builder& b, Value x, Shape shape);
Value transpose(Builder& b, Value x, std::vector<int64_t> permutation);
/// stablehlo.broadcast_in_dim: operand axis i becomes result axis dims[i].
Value broadcast_in_dim(Builder& b, Value x, Shape shape, std::vector<int64_t> dims);
/// Repeats a scalar over a shape.
Value splat(Builder& b, Value scalar, Shape shape);
/// Repeats a value that lacks the `axes` of `shape` along them, as the gradient of a reduction
/// does.
Value broadcast_along(Builder& b, Value x, const Shape& shape, const std::vector<int64_t>& axes);
Value iota(Builder& b, const Type& type, int64_t dimension);
Value slice(Builder& b, Value x, std::vector<int64_t> starts, std::vector<int64_t> limits,
            std::vector<int64_t> strides = {});
/// Pads with a constant. A negative `low` or `high` removes elements.
Value pad(Builder& b, Value x, double value, std::vector<int64_t> low, std::vector<int64_t> high,
          std::vector<int64_t> interior);
Value concatenate(Builder& b, std::vector<Value> parts, int64_t dimension);
Value reduce_sum(Builder& b, Value x, std::vector<int64_t> axes);
Value reduce_max(Builder& b, Value x, std::vector<int64_t> axes);
/// A reduction by one binary op and its initial value, such as ("stablehlo.add", 0.0).
Value reduce(Builder& b, Value x, std::vector<int64_t> axes, std::string_view applied,
             double initial);

struct DotNumbers {
  std::vector<int64_t> lhs_batch, rhs_batch, lhs_contract, rhs_contract;
};
/// stablehlo.dot_general with a result of that element type. It accumulates in at least float32.
Value dot_general(Builder& b, Value x, Value y, const DotNumbers& numbers, ir::ElementType result);
/// [..., k] x [k, n] -> [..., n], or with [n, k] where `transposed`.
Value matmul(Builder& b, Value x, Value weight, bool transposed = false);

}  // namespace tutti::op
