// SPDX-License-Identifier: Apache-2.0
#include <cmath>

#include "op/catalogue.h"
#include "op/emit.h"
#include "op/rules/chlo.h"
#include "op/rules/complex_parts.h"

namespace tutti::op {

OpDef sinh() {
  OpDef def = chlo_unary(
      "chlo.sinh", [](double x) { return std::sinh(x); }, [](Complex z) { return std::sinh(z); });
  // d sinh(x) = cosh(x) dx
  def.vjp = [](Vjp& v) {
    Builder& b = v.builder;
    Value x = v.op.operand(0), dy = v.gradient();
    v.operand_gradients = {multiply(b, dy, b.one("chlo.cosh", {x}))};
  };
  def.decompose = decompose_wide(
      [](Builder& b, Value x) {
        // Small arguments would cancel in the difference of exponentials.
        const double log_half = std::log(0.5);
        Value e = b.one("stablehlo.exponential_minus_one", {x});
        Value small = scale(b, add(b, e, divide(b, e, shift(b, e, 1))), 0.5);
        Value large = subtract(b, exponential(b, shift(b, x, log_half)),
                               exponential(b, shift(b, negate(b, x), log_half)));
        return select(b, compare(b, "LT", b.one("stablehlo.abs", {x}), constant_like(b, x, 1)),
                      small, large);
      },
      [](Builder& b, Value z) {
        Value x = real_part(b, z), y = imaginary_part(b, z);
        return make_complex(b, multiply(b, b.one("chlo.sinh", {x}), b.one("stablehlo.cosine", {y})),
                            times_sine(b, b.one("chlo.cosh", {x}), y));
      });
  return def;
}

}  // namespace tutti::op
