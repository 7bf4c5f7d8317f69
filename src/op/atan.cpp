// SPDX-License-Identifier: Apache-2.0
#include <cmath>

#include "op/catalogue.h"
#include "op/chlo.h"
#include "op/emit.h"

namespace tutti::op {

OpDef atan() {
  OpDef def = chlo_unary("chlo.atan", [](double x) { return std::atan(x); });
  // d atan(x) = dx / (1 + x^2)
  def.vjp = [](Vjp& v) {
    Builder& b = v.builder;
    Value x = v.op.operand(0), dy = v.gradient();
    v.operand_gradients = {divide(b, dy, shift(b, multiply(b, x, x), 1))};
  };
  def.decompose = decompose_wide([](Builder& b, Value x) {
    return b.one("stablehlo.atan2", {x, constant_like(b, x, 1)});
  });
  return def;
}

}  // namespace tutti::op
