// SPDX-License-Identifier: Apache-2.0
#include "op/catalogue.h"
#include "op/rules/fused.h"

namespace tutti::op {
namespace {

std::vector<Type> infer(const Operation& op) {
  expect_operands(op, 2);
  expect_elements(op, 0, Elements::floats);
  expect_channels(op, 0, 1);
  expect_type(op, 1, op.operand_type(0), 2);
  return {op.operand_type(0)};
}

std::vector<Array> evaluate(const Operation& op, Operands in, Evaluation&) {
  const Array &dy = *in[0], &y = *in[1];
  Array dx(op.result_type());
  const int64_t channels = channels_of(y.type);
  for (int64_t start = 0; start < y.count(); start += channels) {
    double sum = 0;
    for (int64_t c = 0; c < channels; c++) sum += dy.f(start + c) * y.f(start + c);
    for (int64_t c = 0; c < channels; c++)
      dx.f(start + c) = y.f(start + c) * (dy.f(start + c) - sum);
  }
  return {std::move(dx)};
}

std::vector<Value> decompose(Builder& b, const Operation& op) {
  Value dy = widen(b, op.operand(0)), y = widen(b, op.operand(1));
  return {convert(b, through_softmax(b, dy, y), op.operand_type(0).element)};
}

}  // namespace

/// (dy, y [..., C]) -> dx = y (dy - sum(dy y)), y being the softmax over the last axis.
OpDef softmax_gradient() {
  return {
      .name = "tutti.softmax_gradient",
      .assembly = "$* : functional",
      .infer = infer,
      .evaluate = evaluate,
      .no_derivative = kNoSecondDerivative,
      .decompose = decompose,
      .low_precision_operands = {0, 1},
  };
}

}  // namespace tutti::op
