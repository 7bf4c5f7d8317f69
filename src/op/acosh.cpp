// SPDX-License-Identifier: Apache-2.0
#include <cmath>

#include "op/catalogue.h"
#include "op/chlo.h"
#include "op/emit.h"

namespace tutti::op {

OpDef acosh() {
  OpDef def = chlo_unary("chlo.acosh", [](double x) { return std::acosh(x); });
  // d acosh(x) = dx / sqrt(x^2 - 1)
  def.vjp = [](Vjp& v) {
    Builder& b = v.builder;
    Value x = v.op.operand(0), dy = v.gradient();
    v.operand_gradients = {multiply(b, dy, rsqrt(b, shift(b, multiply(b, x, x), -1)))};
  };
  def.decompose = decompose_wide([](Builder& b, Value x) {
    // Large arguments: x + sqrt(x^2 - 1) is 2 x, whose square would overflow.
    Value large = add(b, log(b, x), constant_like(b, x, std::log(2.0)));
    Value low = sqrt(b, shift(b, x, -1)), high = sqrt(b, shift(b, x, 1));
    Value small = b.one("stablehlo.log_plus_one", {multiply(b, low, add(b, high, low))});
    return select(b, compare(b, "GE", x, constant_like(b, x, largest(x) / 2)), large, small);
  });
  return def;
}

}  // namespace tutti::op
