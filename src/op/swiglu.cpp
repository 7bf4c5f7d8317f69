// SPDX-License-Identifier: Apache-2.0
#include "op/catalogue.h"
#include "op/rules/activation.h"
#include "op/rules/fused.h"

namespace tutti::op {
namespace {

std::vector<Type> infer(const Operation& op) {
  expect_operands(op, 2);
  expect_elements(op, 0, Elements::floats);
  expect_type(op, 1, op.operand_type(0), 1);
  gate_of(op, 2);
  return {op.operand_type(0)};
}

std::vector<Array> evaluate(const Operation& op, Operands in, Evaluation&) {
  Array y(op.result_type());
  const Activation& activation = gate_of(op, 2);
  for (int64_t k = 0; k < y.count(); k++) y.f(k) = activation.value(in[0]->f(k)) * in[1]->f(k);
  return {std::move(y)};
}

std::vector<Value> decompose(Builder& b, const Operation& op) {
  Value gate = widen(b, op.operand(0)), up = widen(b, op.operand(1));
  Value active = gate_of(op, 2).emit_value(b, gate);
  return {convert(b, multiply(b, active, up), op.result_type().element)};
}

}  // namespace

/// (gate, up) {activation} -> y = activation(gate) up, of any shape (Shazeer, arXiv:2002.05202).
/// The activation is "silu" if absent, gate sigmoid(gate), or one of the two forms of GELU.
OpDef swiglu() {
  return {
      .name = "tutti.swiglu",
      .assembly = "$* : functional",
      .infer = infer,
      .evaluate = evaluate,
      .vjp =
          [](Vjp& v) {
            v.operand_gradients =
                v.builder.create("tutti.swiglu_gradient",
                                 {v.gradient(), v.op.operand(0), v.op.operand(1)}, v.op.attributes);
          },
      .decompose = decompose,
      .low_precision_operands = {0, 1},
      .is_cheap = true,
  };
}

}  // namespace tutti::op
