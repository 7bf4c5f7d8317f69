// SPDX-License-Identifier: Apache-2.0
#include "op/catalogue.h"
#include "op/rules/fused.h"

namespace tutti::op {
namespace {

std::vector<Type> infer(const Operation& op) {
  expect_operands(op, 2);
  expect_elements(op, 0, Elements::floats);
  expect_channels(op, 0, 1);
  const Type& x = op.operand_type(0);
  const ElementType statistic = statistic_type(op);
  expect_type(op, 1, Type::tensor(statistic, {channels_of(x)}), 2);
  read_epsilon(op, 3);
  return {x, row_type(x, statistic)};
}

std::vector<Array> evaluate(const Operation& op, Operands in, Evaluation&) {
  const Array &x = *in[0], &gamma = *in[1];
  Array y(op.result_type(0)), rstds(op.result_type(1));
  const int64_t channels = channels_of(x.type);
  const double epsilon = op.float_attribute("epsilon");
  for (int64_t row = 0; row < rstds.count(); row++) {
    const int64_t start = row * channels;
    double square = 0;
    for (int64_t c = 0; c < channels; c++)
      square += x.f(start + c) * x.f(start + c) / static_cast<double>(channels);
    const double rstd = 1 / std::sqrt(square + epsilon);
    for (int64_t c = 0; c < channels; c++) y.f(start + c) = x.f(start + c) * rstd * gamma.f(c);
    rstds.f(row) = rstd;
  }
  return {std::move(y), std::move(rstds)};
}

std::vector<Value> decompose(Builder& b, const Operation& op) {
  Value x = widen(b, op.operand(0));
  const Shape& shape = x->type.shape;
  Value square = mean_over_channels(b, multiply(b, x, x));
  Value rstd = rsqrt(b, shift(b, square, op.float_attribute("epsilon")));
  Value y =
      multiply(b, multiply(b, x, over_last(b, rstd, shape)), along_last(b, op.operand(1), shape));
  return {convert(b, y, op.operand_type(0).element), rstd};
}

void vjp(Vjp& v) {
  expect_no_gradient(v, 1, "the reciprocal root mean square");
  v.operand_gradients = v.builder.create(
      "tutti.rms_norm_gradient", {v.gradient(), v.op.operand(0), v.op.operand(1), v.op.result(1)});
}

}  // namespace

/// (x [..., H], gamma [H]) {epsilon} -> y = x rstd gamma and rstd [...] = 1 / sqrt(mean(x^2) +
/// epsilon) over the last axis. All but x and y are of the type of statistics.
OpDef rms_norm() {
  return {
      .name = "tutti.rms_norm",
      .assembly = "$* : functional",
      .infer = infer,
      .evaluate = evaluate,
      .vjp = vjp,
      .decompose = decompose,
      .low_precision_operands = {0},
      .is_cheap = true,
  };
}

}  // namespace tutti::op
