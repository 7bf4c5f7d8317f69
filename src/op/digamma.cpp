// SPDX-License-Identifier: Apache-2.0
#include "op/catalogue.h"
#include "op/rules/special_functions.h"
#include "op/rules/special_values.h"

namespace tutti::op {

OpDef digamma() {
  OpDef def = chlo_unary("chlo.digamma", digamma_of);
  // d digamma(x) = polygamma(1, x) dx
  def.vjp = [](Vjp& v) {
    Builder& b = v.builder;
    const Value x = v.op.operand(0);
    v.operand_gradients = {
        multiply(b, v.gradient(), b.one("chlo.polygamma", {constant_like(b, x, 1), x}))};
  };
  def.decompose = decompose_wide(digamma_formula);
  return def;
}

}  // namespace tutti::op
