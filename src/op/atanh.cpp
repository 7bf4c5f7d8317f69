// SPDX-License-Identifier: Apache-2.0
#include <cmath>
#include <numbers>

#include "op/catalogue.h"
#include "op/emit.h"
#include "op/rules/chlo.h"
#include "op/rules/complex_parts.h"

namespace tutti::op {

OpDef atanh() {
  OpDef def = chlo_unary(
      "chlo.atanh", [](double x) { return std::atanh(x); },
      [](Complex z) { return std::atanh(z); });
  // d atanh(x) = dx / (1 - x^2)
  def.vjp = [](Vjp& v) {
    Builder& b = v.builder;
    Value x = v.op.operand(0), dy = v.gradient();
    v.operand_gradients = {divide(b, dy, subtract(b, constant_like(b, x, 1), multiply(b, x, x)))};
  };
  def.decompose = decompose_wide(
      [](Builder& b, Value x) {
        Value difference = subtract(b, b.one("stablehlo.log_plus_one", {x}),
                                    b.one("stablehlo.log_plus_one", {negate(b, x)}));
        Value outside = compare(b, "GT", b.one("stablehlo.abs", {x}), constant_like(b, x, 1));
        return select(b, outside, constant_like(b, x, NAN), scale(b, difference, 0.5));
      },
      [](Builder& b, Value z) {
        Value difference = subtract(b, b.one("stablehlo.log_plus_one", {z}),
                                    b.one("stablehlo.log_plus_one", {negate(b, z)}));
        Value near = make_complex(b, scale(b, real_part(b, difference), 0.5),
                                  scale(b, imaginary_part(b, difference), 0.5));
        // 1 / z and a quarter of a turn
        Value inverse = divide(b, constant_like(b, z, 1), z);
        Value y = imaginary_part(b, z);
        Value quarter = with_sign(b, constant_like(b, y, std::numbers::pi / 2), y);
        Value far =
            make_complex(b, real_part(b, inverse), add(b, imaginary_part(b, inverse), quarter));
        return if_far(b, z, far, near);
      });
  return def;
}

}  // namespace tutti::op
