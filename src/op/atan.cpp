// SPDX-License-Identifier: Apache-2.0
#include <cmath>

#include "op/catalogue.h"
#include "op/emit.h"
#include "op/rules/chlo.h"
#include "op/rules/complex_parts.h"

namespace tutti::op {

OpDef atan() {
  OpDef def = chlo_unary(
      "chlo.atan", [](double x) { return std::atan(x); }, [](Complex z) { return std::atan(z); });
  // d atan(x) = dx / (1 + x^2)
  def.vjp = [](Vjp& v) {
    Builder& b = v.builder;
    Value x = v.op.operand(0), dy = v.gradient();
    v.operand_gradients = {divide(b, dy, shift(b, multiply(b, x, x), 1))};
  };
  def.decompose = decompose_wide(
      [](Builder& b, Value x) {
        return b.one("stablehlo.atan2", {x, constant_like(b, x, 1)});
      },
      [](Builder& b, Value z) { return of_turned(b, "chlo.atanh", z); });
  return def;
}

}  // namespace tutti::op
