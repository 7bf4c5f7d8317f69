// SPDX-License-Identifier: Apache-2.0
#include "op/catalogue.h"
#include "op/rules/fused.h"

namespace tutti::op {
namespace {

std::vector<Type> infer(const Operation& op) {
  expect_operands(op, 5);
  expect_elements(op, 0, Elements::floats);
  expect_channels(op, 0, 1);
  const Type& dy = op.operand_type(0);
  expect_type(op, 1, dy, 2);
  const Type vector = Type::tensor(statistic_type(op), {channels_of(dy)});
  expect_type(op, 2, vector, 3);
  for (size_t i : {size_t{3}, size_t{4}}) expect_type(op, i, row_type(dy, vector.element), 4);
  return {dy, vector, vector};
}

std::vector<Array> evaluate(const Operation& op, Operands in, Evaluation&) {
  const Array &dy = *in[0], &x = *in[1], &gamma = *in[2], &mean = *in[3], &rstd = *in[4];
  Array dx(op.result_type(0)), dgamma(op.result_type(1)), dbeta(op.result_type(2));
  const int64_t channels = gamma.count();
  const auto count = static_cast<double>(channels);
  for (int64_t row = 0; row < mean.count(); row++) {
    const int64_t start = row * channels;
    const auto normal = [&](int64_t c) { return (x.f(start + c) - mean.f(row)) * rstd.f(row); };
    double gradient_mean = 0, product_mean = 0;
    for (int64_t c = 0; c < channels; c++) {
      const double gradient = dy.f(start + c) * gamma.f(c);
      gradient_mean += gradient / count;
      product_mean += gradient * normal(c) / count;
      dgamma.f(c) += dy.f(start + c) * normal(c);
      dbeta.f(c) += dy.f(start + c);
    }
    for (int64_t c = 0; c < channels; c++)
      dx.f(start + c) =
          rstd.f(row) * (dy.f(start + c) * gamma.f(c) - gradient_mean - normal(c) * product_mean);
  }
  return {std::move(dx), std::move(dgamma), std::move(dbeta)};
}

std::vector<Value> decompose(Builder& b, const Operation& op) {
  Value dy = widen(b, op.operand(0)), x = widen(b, op.operand(1));
  const Shape& shape = x->type.shape;
  const auto mean_of = [&](Value all) { return over_last(b, mean_over_channels(b, all), shape); };
  Value rstd = over_last(b, op.operand(4), shape);
  Value normal = multiply(b, subtract(b, x, over_last(b, op.operand(3), shape)), rstd);
  Value gradient = multiply(b, dy, along_last(b, op.operand(2), shape));
  Value along = multiply(b, normal, mean_of(multiply(b, gradient, normal)));
  Value dx = multiply(b, rstd, subtract(b, subtract(b, gradient, mean_of(gradient)), along));
  return {convert(b, dx, op.operand_type(0).element), sum_to_channels(b, multiply(b, dy, normal)),
          sum_to_channels(b, dy)};
}

}  // namespace

/// (dy, x [..., H], gamma [H], mean, rstd [...]) -> dx, dgamma, dbeta. With n = (x - mean) rstd and
/// g = dy gamma:
///   dx = rstd (g - mean(g) - n mean(g n)),  dgamma = sum(dy n),  dbeta = sum(dy)
OpDef layer_norm_gradient() {
  return {
      .name = "tutti.layer_norm_gradient",
      .assembly = "$* : functional",
      .infer = infer,
      .evaluate = evaluate,
      .no_derivative = kNoSecondDerivative,
      .decompose = decompose,
      .low_precision_operands = {0, 1},
  };
}

}  // namespace tutti::op
