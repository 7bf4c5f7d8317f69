// SPDX-License-Identifier: Apache-2.0
#include "op/catalogue.h"
#include "op/rules/fused.h"

namespace tutti::op {
namespace {

std::vector<Type> infer(const Operation& op) {
  expect_operands(op, 3);
  expect_elements(op, 0, Elements::floats);
  expect_channels(op, 0, 1);
  const Type& x = op.operand_type(0);
  const ElementType statistic = statistic_type(op);
  for (size_t i : {size_t{1}, size_t{2}})
    expect_type(op, i, Type::tensor(statistic, {channels_of(x)}), 2);
  read_epsilon(op, 3);
  const Type rows = row_type(x, statistic);
  return {x, rows, rows};
}

std::vector<Array> evaluate(const Operation& op, Operands in, Evaluation&) {
  const Array &x = *in[0], &gamma = *in[1], &beta = *in[2];
  Array y(op.result_type(0)), means(op.result_type(1)), rstds(op.result_type(2));
  const int64_t channels = channels_of(x.type);
  const double epsilon = op.float_attribute("epsilon"), count = static_cast<double>(channels);
  for (int64_t row = 0; row < means.count(); row++) {
    const int64_t start = row * channels;
    double mean = 0, variance = 0;
    for (int64_t c = 0; c < channels; c++) mean += x.f(start + c) / count;
    for (int64_t c = 0; c < channels; c++)
      variance += (x.f(start + c) - mean) * (x.f(start + c) - mean) / count;
    const double rstd = 1 / std::sqrt(variance + epsilon);
    for (int64_t c = 0; c < channels; c++)
      y.f(start + c) = (x.f(start + c) - mean) * rstd * gamma.f(c) + beta.f(c);
    means.f(row) = mean;
    rstds.f(row) = rstd;
  }
  return {std::move(y), std::move(means), std::move(rstds)};
}

std::vector<Value> decompose(Builder& b, const Operation& op) {
  Value x = widen(b, op.operand(0));
  const Shape& shape = x->type.shape;
  Value mean = mean_over_channels(b, x);
  Value centered = subtract(b, x, over_last(b, mean, shape));
  Value variance = mean_over_channels(b, multiply(b, centered, centered));
  Value rstd = rsqrt(b, shift(b, variance, op.float_attribute("epsilon")));
  Value normal = multiply(b, centered, over_last(b, rstd, shape));
  Value y = add(b, multiply(b, normal, along_last(b, op.operand(1), shape)),
                along_last(b, op.operand(2), shape));
  return {convert(b, y, op.operand_type(0).element), mean, rstd};
}

}  // namespace

/// (x [..., H], gamma [H], beta [H]) {epsilon} -> y = (x - mean) rstd gamma + beta, mean [...] and
/// rstd [...] = 1 / sqrt(variance + epsilon) over the last axis. All but x and y are of the type of
/// statistics.
OpDef layer_norm() {
  return {
      .name = "tutti.layer_norm",
      .assembly = "$* : functional",
      .infer = infer,
      .evaluate = evaluate,
      .vjp =
          [](Vjp& v) {
            expect_no_gradient(v, 1, "the mean");
            expect_no_gradient(v, 2, "the reciprocal standard deviation");
            v.operand_gradients = v.builder.create(
                "tutti.layer_norm_gradient",
                {v.gradient(), v.op.operand(0), v.op.operand(1), v.op.result(1), v.op.result(2)});
          },
      .decompose = decompose,
      .low_precision_operands = {0},
  };
}

}  // namespace tutti::op
