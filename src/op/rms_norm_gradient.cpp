// SPDX-License-Identifier: Apache-2.0
#include "op/catalogue.h"
#include "op/rules/fused.h"

namespace tutti::op {
namespace {

std::vector<Type> infer(const Operation& op) {
  expect_operands(op, 4);
  expect_elements(op, 0, Elements::floats);
  expect_channels(op, 0, 1);
  const Type& dy = op.operand_type(0);
  expect_type(op, 1, dy, 2);
  const Type vector = Type::tensor(statistic_type(op), {channels_of(dy)});
  expect_type(op, 2, vector, 3);
  expect_type(op, 3, row_type(dy, vector.element), 4);
  if (op.result_count() == 1) return {dy};
  return {dy, vector};
}

std::vector<Array> evaluate(const Operation& op, Operands in, Evaluation&) {
  const Array &dy = *in[0], &x = *in[1], &gamma = *in[2], &rstd = *in[3];
  Array dx(op.result_type(0)), dgamma(gamma.type);
  const int64_t channels = gamma.count();
  for (int64_t row = 0; row < rstd.count(); row++) {
    const int64_t start = row * channels;
    const auto normal = [&](int64_t c) { return x.f(start + c) * rstd.f(row); };
    double mean = 0;
    for (int64_t c = 0; c < channels; c++) {
      mean += dy.f(start + c) * gamma.f(c) * normal(c) / static_cast<double>(channels);
      dgamma.f(c) += dy.f(start + c) * normal(c);
    }
    for (int64_t c = 0; c < channels; c++)
      dx.f(start + c) = rstd.f(row) * (dy.f(start + c) * gamma.f(c) - normal(c) * mean);
  }
  if (op.result_count() == 1) return {std::move(dx)};
  return {std::move(dx), std::move(dgamma)};
}

std::vector<Value> decompose(Builder& b, const Operation& op) {
  Value dy = widen(b, op.operand(0)), x = widen(b, op.operand(1));
  const Shape& shape = x->type.shape;
  Value rstd = over_last(b, op.operand(3), shape);
  Value normal = multiply(b, x, rstd);
  Value gradient = multiply(b, dy, along_last(b, op.operand(2), shape));
  Value mean = mean_over_channels(b, multiply(b, gradient, normal));
  Value along = multiply(b, normal, over_last(b, mean, shape));
  Value dx = multiply(b, rstd, subtract(b, gradient, along));
  std::vector<Value> results = {convert(b, dx, op.operand_type(0).element)};
  if (op.result_count() > 1) results.push_back(sum_to_channels(b, multiply(b, dy, normal)));
  return results;
}

}  // namespace

/// (dy, x [..., H], gamma [H], rstd [...]) -> dx and dgamma, which it may lack. With n = x rstd and
/// g = dy gamma:
///   dx = rstd (g - n mean(g n)),  dgamma = sum(dy n)
OpDef rms_norm_gradient() {
  return {
      .name = "tutti.rms_norm_gradient",
      .assembly = "$* : functional",
      .infer = infer,
      .evaluate = evaluate,
      .no_derivative = kNoSecondDerivative,
      .decompose = decompose,
      .required_results = 1,
      .low_precision_operands = {0, 1},
  };
}

}  // namespace tutti::op
