// SPDX-License-Identifier: Apache-2.0
#include <numbers>

#include "op/catalogue.h"
#include "op/emit.h"
#include "op/rules/chlo.h"
#include "op/rules/special_values.h"

namespace tutti::op {

OpDef erfc() {
  OpDef def = chlo_unary("chlo.erfc", complementary_error);
  // d erfc(x) = -2 / sqrt(pi) exp(-x^2) dx
  def.vjp = [](Vjp& v) {
    Builder& b = v.builder;
    Value x = v.op.operand(0);
    Value slope =
        scale(b, exponential(b, negate(b, multiply(b, x, x))), -2 * std::numbers::inv_sqrtpi);
    v.operand_gradients = {multiply(b, v.gradient(), slope)};
  };
  def.decompose = decompose_wide(erfc_formula);
  return def;
}

}  // namespace tutti::op
