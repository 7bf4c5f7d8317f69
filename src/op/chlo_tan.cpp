// SPDX-License-Identifier: Apache-2.0
#include <cmath>

#include "op/catalogue.h"
#include "op/emit.h"
#include "op/rules/chlo.h"
#include "op/rules/complex_values.h"

namespace tutti::op {

OpDef chlo_tan() {
  OpDef def = chlo_unary(
      "chlo.tan", [](double x) { return std::tan(x); }, complex_tangent);
  // d tan(x) = (1 + tan(x)^2) dx
  def.vjp = [](Vjp& v) {
    Builder& b = v.builder;
    Value y = v.op.result(), dy = v.gradient();
    v.operand_gradients = {multiply(b, dy, shift(b, multiply(b, y, y), 1))};
  };
  const Formula formula = [](Builder& b, Value x) { return b.one("stablehlo.tan", {x}); };
  def.decompose = decompose_wide(formula, formula);
  return def;
}

}  // namespace tutti::op
