// SPDX-License-Identifier: Apache-2.0
#include "op/catalogue.h"
#include "op/emit.h"
#include "op/rules/batch_norm.h"

namespace tutti::op {
namespace {

std::vector<Type> infer(const Operation& op) {
  expect_operands(op, 5);
  expect_features(op, 1, "batch_norm_grad_c1", "batch_norm_grad_c2", {"batch_norm_grad_c5"});
  for (const size_t i : {size_t{2}, size_t{3}})
    constraint(op, ir::compatible(op.operand_type(i).shape, op.operand_type(1).shape),
               "batch_norm_grad_c4", "operand {} is a {}, expected the shape of operand 1, a {}", i,
               op.operand_type(i).str(), op.operand_type(1).str());
  constraint(op, ir::compatible(op.operand_type(4).shape, op.operand_type(0).shape),
             "batch_norm_grad_c3", "operand 4 is a {}, expected the shape of operand 0, a {}",
             op.operand_type(4).str(), op.operand_type(0).str());
  const Type x = ir::merged(op.operand_type(0), op.operand_type(4));
  return {x, op.operand_type(1), op.operand_type(1)};
}

// With xc = x - mean, v = variance + epsilon, s0 = sum(dy), s1 = sum(dy xc):
// dx = scale / sqrt(v) / n * (n dy - s0 - s1 xc / v), dscale = sum(dy xc / sqrt(v)), doffset = s0
std::vector<Value> decompose(Builder& b, const Operation& op) {
  const Features features(b, op);
  const Value x = op.operand(0), dy = op.operand(4), variance = op.operand(3);
  const auto spread = [&](Value vector) { return features.spread(vector); };
  const Value centred = subtract(b, x, spread(op.operand(2)));
  const Value deviation = features.deviation(variance);
  const Value s0 = features.sum(dy), s1 = features.sum(multiply(b, dy, centred));
  const Value shifted = shift(b, variance, op.float_attribute("epsilon"));
  const Value slope =
      divide(b, divide(b, op.operand(1), deviation), constant_like(b, deviation, features.count()));
  const Value inner = subtract(b, subtract(b, scale(b, dy, features.count()), spread(s0)),
                               divide(b, multiply(b, spread(s1), centred), spread(shifted)));
  const Value dscale = features.sum(multiply(b, dy, divide(b, centred, spread(deviation))));
  return {multiply(b, spread(slope), inner), dscale, s0};
}

}  // namespace

OpDef batch_norm_grad() {
  OpDef def = derived("stablehlo.batch_norm_grad", "", infer, decompose);
  def.attributes = "epsilon:float32:i6, feature_index:int";
  def.result_constraints = {.element = 2, .shape = 3, .count = 3};
  return def;
}

}  // namespace tutti::op
