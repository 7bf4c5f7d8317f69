// SPDX-License-Identifier: Apache-2.0
#include "op/catalogue.h"
#include "op/rules/dropout_mask.h"
#include "op/rules/fused.h"

namespace tutti::op {
namespace {

std::vector<Type> infer(const Operation& op) {
  const Dropout dropout = optional_dropout_of(op, 1);
  expect_elements(op, 0, Elements::floats);
  expect_rank(op, 0, 3, 1);
  expect_channels(op, 0, 2);
  const Type& dy = op.operand_type(0);
  if (dropout.rate > 0) expect_dropout_operands(op, 1, {dy.dim(0), dy.dim(1)}, 3);
  return {dy, Type::tensor(statistic_type(op), {channels_of(dy)})};
}

std::vector<Array> evaluate(const Operation& op, Operands in, Evaluation&) {
  Array dx(op.result_type(0)), dbias(op.result_type(1));
  const std::vector<double> factors = dropout_factors(optional_dropout_of(op, 1), in, dx.type);
  for (int64_t k = 0; k < dx.count(); k++) {
    const double factor = factors[static_cast<size_t>(k)];
    dx.f(k) = factor == 0 ? 0 : in[0]->f(k) * factor;
    dbias.f(k % dbias.count()) += dx.f(k);
  }
  return {std::move(dx), std::move(dbias)};
}

}  // namespace

/// (dy [rows, length, C][, key, sample, position]) {rate, site} -> dx = dropout(dy), dbias =
/// sum(dx): the gradients of tutti.bias_dropout_residual but that of its residual, which is dy.
OpDef bias_dropout_gradient() {
  return {
      .name = "tutti.bias_dropout_gradient",
      .assembly = "$* : functional",
      .infer = infer,
      .evaluate = evaluate,
      .no_derivative = kNoSecondDerivative,
      .decompose = [](Builder& b, const Operation& op) -> std::vector<Value> {
        const Dropout dropout = optional_dropout_of(op, 1);
        Value dy = op.operand(0);
        const DropoutCounters counters = dropout_counters(b, op, dropout, &dy);
        Value dx = emit_dropout(b, dropout, counters, widen(b, dy));
        return {convert(b, dx, op.operand_type(0).element), sum_to_channels(b, dx)};
      },
      .low_precision_operands = {0},
  };
}

}  // namespace tutti::op
