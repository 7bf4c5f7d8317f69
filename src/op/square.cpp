// SPDX-License-Identifier: Apache-2.0
#include <cmath>

#include "op/catalogue.h"
#include "op/chlo.h"
#include "op/emit.h"

namespace tutti::op {

OpDef square() {
  OpDef def = chlo_unary(
      "chlo.square", [](double x) { return x * x; }, [](Complex z) { return z * z; });
  // d x^2 = 2 x dx
  def.vjp = [](Vjp& v) {
    Builder& b = v.builder;
    Value x = v.op.operand(0), dy = v.gradient();
    v.operand_gradients = {multiply(b, dy, scale(b, x, 2))};
  };
  const Formula formula = [](Builder& b, Value x) { return multiply(b, x, x); };
  def.decompose = decompose_wide(formula, formula);
  return def;
}

}  // namespace tutti::op
