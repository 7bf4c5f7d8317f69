// SPDX-License-Identifier: Apache-2.0
#include <cmath>

#include "op/catalogue.h"
#include "op/emit.h"
#include "op/rules/chlo.h"
#include "op/rules/complex_parts.h"

namespace tutti::op {

OpDef cosh() {
  OpDef def = chlo_unary(
      "chlo.cosh", [](double x) { return std::cosh(x); }, [](Complex z) { return std::cosh(z); });
  // d cosh(x) = sinh(x) dx
  def.vjp = [](Vjp& v) {
    Builder& b = v.builder;
    Value x = v.op.operand(0), dy = v.gradient();
    v.operand_gradients = {multiply(b, dy, b.one("chlo.sinh", {x}))};
  };
  def.decompose = decompose_wide(
      [](Builder& b, Value x) {
        // exp(x + log(1/2)) does not overflow where cosh does not.
        const double log_half = std::log(0.5);
        return add(b, exponential(b, shift(b, x, log_half)),
                   exponential(b, shift(b, negate(b, x), log_half)));
      },
      [](Builder& b, Value z) {
        Value x = real_part(b, z), y = imaginary_part(b, z);
        return make_complex(b, multiply(b, b.one("chlo.cosh", {x}), b.one("stablehlo.cosine", {y})),
                            times_sine(b, b.one("chlo.sinh", {x}), y));
      });
  return def;
}

}  // namespace tutti::op
