// SPDX-License-Identifier: Apache-2.0
#include "op/catalogue.h"
#include "op/rules/special_functions.h"
#include "op/rules/special_values.h"

namespace tutti::op {

OpDef lgamma() {
  OpDef def = chlo_unary("chlo.lgamma", log_gamma);
  // d lgamma(x) = digamma(x) dx
  def.vjp = [](Vjp& v) {
    Builder& b = v.builder;
    const Value x = v.op.operand(0);
    v.operand_gradients = {multiply(b, v.gradient(), b.one("chlo.digamma", {x}))};
  };
  def.decompose = decompose_wide(log_gamma_formula);
  return def;
}

}  // namespace tutti::op
