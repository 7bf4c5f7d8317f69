// SPDX-License-Identifier: Apache-2.0
#include "op/catalogue.h"
#include "op/rules/dropout_mask.h"
#include "op/rules/fused.h"

namespace tutti::op {
namespace {

std::vector<Type> infer(const Operation& op) {
  const Dropout dropout = optional_dropout_of(op, 3);
  expect_elements(op, 0, Elements::floats);
  expect_rank(op, 0, 3, 1);
  expect_channels(op, 0, 2);
  const Type& x = op.operand_type(0);
  expect_type(op, 1, Type::tensor(statistic_type(op), {channels_of(x)}), 3);
  expect_type(op, 2, x, 4);
  if (dropout.rate > 0) expect_dropout_operands(op, 3, {x.dim(0), x.dim(1)}, 5);
  return {x};
}

std::vector<Array> evaluate(const Operation& op, Operands in, Evaluation&) {
  const Array &x = *in[0], &bias = *in[1], &residual = *in[2];
  Array y(op.result_type());
  const std::vector<double> factors = dropout_factors(optional_dropout_of(op, 3), in, y.type);
  for (int64_t k = 0; k < y.count(); k++) {
    const double factor = factors[static_cast<size_t>(k)];
    const double added = factor == 0 ? 0 : (x.f(k) + bias.f(k % bias.count())) * factor;
    y.f(k) = residual.f(k) + added;
  }
  return {std::move(y)};
}

std::vector<Value> decompose(Builder& b, const Operation& op) {
  const Shape& shape = op.operand_type(0).shape;
  Value biased = add(b, widen(b, op.operand(0)), along_last(b, op.operand(1), shape));
  const Dropout dropout = optional_dropout_of(op, 3);
  // With the residual, so that x may still be computed together with what is added to it.
  Value residual = op.operand(2);
  const DropoutCounters counters = dropout_counters(b, op, dropout, &residual);
  Value y = add(b, widen(b, residual), emit_dropout(b, dropout, counters, biased));
  return {convert(b, y, op.operand_type(0).element)};
}

void vjp(Vjp& v) {
  v.operand_gradients.assign(v.op.operand_count(), nullptr);
  v.operand_gradients[2] = v.gradient();
  if (!v.wanted[0] && !v.wanted[1]) return;
  const auto inner =
      v.builder.create("tutti.bias_dropout_gradient", gradient_operands(v, 3), v.op.attributes);
  v.operand_gradients[0] = inner[0];
  v.operand_gradients[1] = inner[1];
}

}  // namespace

/// (x [rows, length, C], bias [C], residual[, key, sample, position]) {rate, site}
///   -> residual + dropout(x + bias), see op/rules/dropout_mask.h
/// The rate is 0 iff there are three operands. The bias is of the type of statistics.
OpDef bias_dropout_residual() {
  return {
      .name = "tutti.bias_dropout_residual",
      .assembly = "$* : functional",
      .infer = infer,
      .evaluate = evaluate,
      .vjp = vjp,
      .decompose = decompose,
      .low_precision_operands = {0, 2},
  };
}

}  // namespace tutti::op
