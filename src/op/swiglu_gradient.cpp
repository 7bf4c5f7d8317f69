// SPDX-License-Identifier: Apache-2.0
#include "op/catalogue.h"
#include "op/rules/activation.h"
#include "op/rules/fused.h"

namespace tutti::op {
namespace {

std::vector<Type> infer(const Operation& op) {
  expect_operands(op, 3);
  expect_elements(op, 0, Elements::floats);
  const Type& dy = op.operand_type(0);
  for (size_t i : {size_t{1}, size_t{2}}) expect_type(op, i, dy, 1);
  gate_of(op, 2);
  return {dy, dy};
}

std::vector<Array> evaluate(const Operation& op, Operands in, Evaluation&) {
  const Array &dy = *in[0], &gate = *in[1], &up = *in[2];
  Array dgate(op.result_type(0)), dup(op.result_type(1));
  const Activation& activation = gate_of(op, 2);
  for (int64_t k = 0; k < dy.count(); k++) {
    dgate.f(k) = dy.f(k) * up.f(k) * activation.slope(gate.f(k));
    dup.f(k) = dy.f(k) * activation.value(gate.f(k));
  }
  return {std::move(dgate), std::move(dup)};
}

std::vector<Value> decompose(Builder& b, const Operation& op) {
  Value dy = widen(b, op.operand(0)), gate = widen(b, op.operand(1)), up = widen(b, op.operand(2));
  const ElementType element = op.operand_type(0).element;
  const Activation& activation = gate_of(op, 2);
  return {convert(b, multiply(b, multiply(b, dy, up), activation.emit_slope(b, gate)), element),
          convert(b, multiply(b, dy, activation.emit_value(b, gate)), element)};
}

}  // namespace

/// (dy, gate, up) {activation} -> dgate = dy up activation'(gate) and dup = dy activation(gate).
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
