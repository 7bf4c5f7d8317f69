// SPDX-License-Identifier: Apache-2.0
#include "op/rules/fused.h"

#include <numeric>

namespace tutti::op {
namespace {

std::vector<int64_t> first_axes(int64_t count) {
  std::vector<int64_t> axes(static_cast<size_t>(count));
  std::iota(axes.begin(), axes.end(), 0);
  return axes;
}

}  // namespace

void expect_type(const Operation& op, size_t operand, const Type& expected, int number) {
  constraint(op, ir::compatible(op.operand_type(operand), expected), label(op, number),
             "operand {} is a {}, expected {}", operand, op.operand_type(operand).str(),
             expected.str());
}

void expect_rank(const Operation& op, size_t operand, int64_t rank, int number) {
  constraint(op, op.operand_type(operand).rank() == rank, label(op, number),
             "operand {} is a {}, expected {} dimensions", operand, op.operand_type(operand).str(),
             rank);
}

void expect_channels(const Operation& op, size_t operand, int number) {
  const Type& type = op.operand_type(operand);
  constraint(op, type.rank() > 0 && channels_of(type) != 0, label(op, number),
             "operand {} is a {}, expected a last dimension of at least 1", operand, type.str());
}

double read_epsilon(const Operation& op, int number) {
  const double epsilon = op.float_attribute("epsilon");
  constraint(op, epsilon >= 0 && std::isfinite(epsilon), label(op, number),
             "epsilon is {}, expected a number of at least 0", epsilon);
  return epsilon;
}

void expect_no_gradient(const Vjp& v, size_t index, std::string_view what) {
  if (v.result_gradients[index])
    ir::operation_error(v.op, fmt::format("a gradient flows into {}, which has none; decompose "
                                          "this operation before differentiating",
                                          what));
}

int64_t rows_of(const Type& type) {
  return std::accumulate(type.shape.begin(), type.shape.end() - 1, int64_t{1}, std::multiplies<>());
}

Type row_type(const Type& type, ElementType element) {
  return Type::tensor(element, Shape(type.shape.begin(), type.shape.end() - 1));
}

Value widen(Builder& b, Value x) {
  return convert(b, x, accumulation_type(x->type.element));
}

Value along_last(Builder& b, Value vector, const Shape& shape) {
  return broadcast_in_dim(b, vector, shape, {static_cast<int64_t>(shape.size()) - 1});
}

Value over_last(Builder& b, Value x, const Shape& shape) {
  return broadcast_in_dim(b, x, shape, first_axes(x->type.rank()));
}

Value sum_to_channels(Builder& b, Value x) {
  return reduce_sum(b, x, first_axes(x->type.rank() - 1));
}

Value sum_over_channels(Builder& b, Value x) {
  return reduce_sum(b, x, {x->type.rank() - 1});
}

Value sum_all(Builder& b, Value x) {
  return reduce_sum(b, x, first_axes(x->type.rank()));
}

Value mean_over_channels(Builder& b, Value x) {
  return scale(b, sum_over_channels(b, x), 1.0 / static_cast<double>(channels_of(x->type)));
}

Value softmax_over_channels(Builder& b, Value scores) {
  const Shape& shape = scores->type.shape;
  Value largest = reduce_max(b, scores, {scores->type.rank() - 1});
  Value powers = exponential(b, subtract(b, scores, over_last(b, largest, shape)));
  return divide(b, powers, over_last(b, sum_over_channels(b, powers), shape));
}

Value through_softmax(Builder& b, Value dp, Value p) {
  Value sum = over_last(b, sum_over_channels(b, multiply(b, dp, p)), p->type.shape);
  return multiply(b, p, subtract(b, dp, sum));
}

Value absolute(Builder& b, Value x) {
  return b.one("stablehlo.abs", {x});
}

Value logical_and(Builder& b, Value x, Value y) {
  return b.one("stablehlo.and", {x, y});
}

}  // namespace tutti::op
