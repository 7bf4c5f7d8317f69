// SPDX-License-Identifier: Apache-2.0
// The gradient of softmax that is written as one of a quotient.
#include "op/emit.h"
#include "op/rules/fused.h"
#include "pass/simplify_rules.h"
#include "pass/substitute.h"
#include "pass/values.h"

namespace tutti::pass {
namespace {

using ir::Operation;
using ir::Value;

/// A row without trailing axes of one element, even if some were added and removed in turn.
Value bare(Value row) {
  row = row_of(row);
  const Operation* op = made_by(row, "stablehlo.reshape");
  if (!op) return row;
  ir::Shape longer = row->type.shape;
  longer.push_back(1);
  return op->operand_type(0).shape == longer ? bare(op->operand(0)) : row;
}

/// Whether each row of `value` is -sum(d e / s²).
bool is_share_of_sum(Value value, Value d, Value e, Value s) {
  const Value row = over_last(value);
  const Operation* negated = row ? made_by(bare(row), "stablehlo.negate") : nullptr;
  const Value product = negated ? sum_over_last(bare(negated->operand(0))) : nullptr;
  const Value part = product ? other_operand(product, "stablehlo.multiply", e) : nullptr;
  const Value inverse = part ? other_operand(part, "stablehlo.multiply", d) : nullptr;
  const Value inverse_row = inverse ? over_last(inverse) : nullptr;
  const Operation* quotient =
      inverse_row ? made_by(bare(inverse_row), "stablehlo.divide") : nullptr;
  if (!quotient || splat_of(quotient->operand(0)) != 1.0) return false;
  const Value root = squared(bare(quotient->operand(1)));
  return root && bare(root) == s;
}

/// The new value of e / s, or null if it was not computed before.
Value quotient_of(const Surroundings& around, Value e, Value s) {
  for (const Operation* user : around.users.at(e)) {
    if (user->name() != "stablehlo.divide" || over_last(user->operand(1)) != s) continue;
    const auto known = around.map.find(user->result());
    if (user->operand(0) == e && known != around.map.end()) return known->second;
  }
  return nullptr;
}

/// The value that replaces sum e, or null. A softmax p = e / s, s = sum(e), has the gradient
/// de = p (d - sum(d p)) for d = dp. As a quotient it is (d / s - sum(d e / s²)) e, for which e is
/// kept too.
Value softmax_gradient_of(const Surroundings& around, const Operation& sum, Value e) {
  for (size_t i = 0; i < 2; i++) {
    const Operation* quotient = made_by(sum.operand(i), "stablehlo.divide");
    const Value s = quotient ? over_last(quotient->operand(1)) : nullptr;
    if (!s || sum_over_last(s) != e) continue;
    const Value d = quotient->operand(0), p = quotient_of(around, e, s);
    if (p && is_share_of_sum(sum.operand(1 - i), d, e, s))
      return op::through_softmax(around.builder, around.map.at(d), p);
  }
  return nullptr;
}

}  // namespace

Value softmax_gradient(const Surroundings& around, const Operation& op) {
  if (op.name() != "stablehlo.multiply") return nullptr;
  for (size_t i = 0; i < 2; i++) {
    const Operation* sum = made_by(op.operand(1 - i), "stablehlo.add");
    if (!sum || !made_by(op.operand(i), "stablehlo.exponential")) continue;
    if (Value value = softmax_gradient_of(around, *sum, op.operand(i))) return value;
  }
  return nullptr;
}

}  // namespace tutti::pass
