// SPDX-License-Identifier: Apache-2.0
#include "op/catalogue.h"
#include "op/rules/special_functions.h"
#include "op/rules/special_values.h"

namespace tutti::op {

OpDef zeta() {
  OpDef def = chlo_binary("chlo.zeta", hurwitz_zeta);
  // d zeta(x, q) = -x zeta(x + 1, q) dq
  def.vjp = [](Vjp& v) {
    Builder& b = v.builder;
    const Value x = v.op.operand(0), q = v.op.operand(1);
    if (v.wanted[0]) ir::operation_error(v.op, "has a derivative with respect to operand 1 only");
    const Value next = b.one("chlo.zeta", {shift(b, x, 1), q});
    v.operand_gradients = {nullptr, negate(b, multiply(b, v.gradient(), multiply(b, x, next)))};
  };
  def.decompose = decompose_wide_binary(zeta_formula);
  return def;
}

}  // namespace tutti::op
