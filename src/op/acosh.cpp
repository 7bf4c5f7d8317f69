// SPDX-License-Identifier: Apache-2.0
#include <cmath>

#include "op/catalogue.h"
#include "op/emit.h"
#include "op/rules/chlo.h"
#include "op/rules/complex_parts.h"

namespace tutti::op {

OpDef acosh() {
  OpDef def = chlo_unary(
      "chlo.acosh", [](double x) { return std::acosh(x); },
      [](Complex z) { return std::acosh(z); });
  // d acosh(x) = dx / (sqrt(x - 1) sqrt(x + 1))
  def.vjp = [](Vjp& v) {
    Builder& b = v.builder;
    Value x = v.op.operand(0), dy = v.gradient();
    Value roots = multiply(b, rsqrt(b, shift(b, x, -1)), rsqrt(b, shift(b, x, 1)));
    v.operand_gradients = {multiply(b, dy, roots)};
  };
  // Complex numbers: W. Kahan, "Branch cuts for complex elementary functions" (1987).
  def.decompose = decompose_wide(
      [](Builder& b, Value x) {
        // Large arguments: x + sqrt(x^2 - 1) is 2 x, whose square would overflow.
        Value large = add(b, log(b, x), constant_like(b, x, std::log(2.0)));
        Value low = sqrt(b, shift(b, x, -1)), high = sqrt(b, shift(b, x, 1));
        Value small = b.one("stablehlo.log_plus_one", {multiply(b, low, add(b, high, low))});
        return select(b, compare(b, "GE", x, constant_like(b, x, largest(x) / 2)), large, small);
      },
      [](Builder& b, Value z) {
        Value x = real_part(b, z), y = imaginary_part(b, z);
        Value less = sqrt(b, make_complex(b, shift(b, x, -1), y));
        Value more = sqrt(b, make_complex(b, shift(b, x, 1), y));
        Value half = b.one("stablehlo.atan2", {imaginary_part(b, less), real_part(b, more)});
        Value along = real_part(b, multiply(b, conjugate(b, less), more));
        Value near = make_complex(b, b.one("chlo.asinh", {along}), scale(b, half, 2));
        Value far = make_complex(b, log_twice_modulus(b, z), b.one("stablehlo.atan2", {y, x}));
        return if_far(b, z, far, near);
      });
  return def;
}

}  // namespace tutti::op
