// SPDX-License-Identifier: Apache-2.0
#include <cmath>

#include "op/catalogue.h"
#include "op/chlo.h"
#include "op/emit.h"

namespace tutti::op {

OpDef acos() {
  OpDef def = chlo_unary("chlo.acos", [](double x) { return std::acos(x); });
  // d acos(x) = -dx / sqrt(1 - x^2)
  def.vjp = [](Vjp& v) {
    Builder& b = v.builder;
    Value x = v.op.operand(0), dy = v.gradient();
    v.operand_gradients = {negate(
        b, multiply(b, dy, rsqrt(b, subtract(b, constant_like(b, x, 1), multiply(b, x, x)))))};
  };
  def.decompose = decompose_wide([](Builder& b, Value x) {
    Value one = constant_like(b, x, 1);
    Value root = sqrt(b, multiply(b, subtract(b, one, x), add(b, one, x)));
    return b.one("stablehlo.atan2", {root, x});
  });
  return def;
}

}  // namespace tutti::op
