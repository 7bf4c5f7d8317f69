// SPDX-License-Identifier: Apache-2.0
#include "op/catalogue.h"
#include "op/rules/fused.h"

namespace tutti::op {
namespace {

std::vector<Type> infer(const Operation& op) {
  expect_operands(op, 3);
  expect_elements(op, 0, Elements::floats);
  const Type& dy = op.operand_type(0);
  for (size_t i : {size_t{1}, size_t{2}}) expect_type(op, i, dy, 1);
  return {dy, dy};
}

std::vector<Array> evaluate(const Operation& op, Operands in, Evaluation&) {
  const Array &dy = *in[0], &gate = *in[1], &up = *in[2];
  Array dgate(op.result_type(0)), dup(op.result_type(1));
  for (int64_t k = 0; k < dy.count(); k++) {
    const double share = 1 / (1 + std::exp(-gate.f(k)));
    dgate.f(k) = dy.f(k) * up.f(k) * share * (1 + gate.f(k) * (1 - share));
    dup.f(k) = dy.f(k) * gate.f(k) * share;
  }
  return {std::move(dgate), std::move(dup)};
}

std::vector<Value> decompose(Builder& b, const Operation& op) {
  Value dy = widen(b, op.operand(0)), gate = widen(b, op.operand(1)), up = widen(b, op.operand(2));
  const ElementType element = op.operand_type(0).element;
  Value share = b.one("stablehlo.logistic", {gate});
  Value rest = subtract(b, constant_like(b, share, 1), share);
  Value slope = multiply(b, share, shift(b, multiply(b, gate, rest), 1));
  return {convert(b, multiply(b, multiply(b, dy, up), slope), element),
          convert(b, multiply(b, dy, multiply(b, gate, share)), element)};
}

}  // namespace

/// (dy, gate, up) -> dgate = dy up s (1 + gate (1 - s)) and dup = dy gate s, with s =
/// sigmoid(gate).
OpDef swiglu_gradient() {
  return {
      .name = "tutti.swiglu_gradient",
      .assembly = "$* : functional",
      .infer = infer,
      .evaluate = evaluate,
      .no_derivative = kNoSecondDerivative,
      .decompose = decompose,
      .low_precision_operands = {0, 1, 2},
  };
}

}  // namespace tutti::op
