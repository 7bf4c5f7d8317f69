// SPDX-License-Identifier: Apache-2.0
#include <cmath>

#include "op/catalogue.h"
#include "op/emit.h"
#include "op/rules/chlo.h"
#include "op/rules/complex_parts.h"

namespace tutti::op {

OpDef asin() {
  OpDef def = chlo_unary(
      "chlo.asin", [](double x) { return std::asin(x); }, [](Complex z) { return std::asin(z); });
  // d asin(x) = dx / sqrt(1 - x^2)
  def.vjp = [](Vjp& v) {
    Builder& b = v.builder;
    Value x = v.op.operand(0), dy = v.gradient();
    v.operand_gradients = {
        multiply(b, dy, rsqrt(b, subtract(b, constant_like(b, x, 1), multiply(b, x, x))))};
  };
  // Complex numbers: W. Kahan, "Branch cuts for complex elementary functions" (1987).
  def.decompose = decompose_wide(
      [](Builder& b, Value x) {
        Value one = constant_like(b, x, 1);
        Value root = sqrt(b, multiply(b, subtract(b, one, x), add(b, one, x)));
        return scale(b, b.one("stablehlo.atan2", {x, add(b, one, root)}), 2);
      },
      [](Builder& b, Value z) {
        Value x = real_part(b, z), y = imaginary_part(b, z);
        const auto [less, more] = roots_about_one(b, z);
        Value along = real_part(b, multiply(b, less, more));
        Value above = imaginary_part(b, multiply(b, conjugate(b, less), more));
        Value near =
            make_complex(b, b.one("stablehlo.atan2", {x, along}), b.one("chlo.asinh", {above}));
        Value far = make_complex(b, b.one("stablehlo.atan2", {x, b.one("stablehlo.abs", {y})}),
                                 with_sign(b, log_twice_modulus(b, z), y));
        return if_far(b, z, far, near);
      });
  return def;
}

}  // namespace tutti::op
