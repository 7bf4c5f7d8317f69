// SPDX-License-Identifier: Apache-2.0
#include <cmath>

#include "op/catalogue.h"
#include "op/chlo.h"
#include "op/emit.h"

namespace tutti::op {

OpDef asin() {
  OpDef def = chlo_unary("chlo.asin", [](double x) { return std::asin(x); });
  // d asin(x) = dx / sqrt(1 - x^2)
  def.vjp = [](Vjp& v) {
    Builder& b = v.builder;
    Value x = v.op.operand(0), dy = v.gradient();
    v.operand_gradients = {
        multiply(b, dy, rsqrt(b, subtract(b, constant_like(b, x, 1), multiply(b, x, x))))};
  };
  def.decompose = decompose_wide([](Builder& b, Value x) {
    Value one = constant_like(b, x, 1);
    Value root = sqrt(b, multiply(b, subtract(b, one, x), add(b, one, x)));
    return scale(b, b.one("stablehlo.atan2", {x, add(b, one, root)}), 2);
  });
  return def;
}

}  // namespace tutti::op
