// SPDX-License-Identifier: Apache-2.0
#include <numbers>

#include "op/catalogue.h"
#include "op/rules/common.h"
#include "op/rules/complex_parts.h"

namespace tutti::op {

Value make_complex(Builder& b, Value real, Value imaginary) {
  return b.one("stablehlo.complex", {real, imaginary});
}

Value real_part(Builder& b, Value z) {
  return b.one("stablehlo.real", {z});
}

Value imaginary_part(Builder& b, Value z) {
  return b.one("stablehlo.imag", {z});
}

Value conjugate(Builder& b, Value x) {
  if (!is_complex(x->type.element)) return x;
  return make_complex(b, real_part(b, x), negate(b, imaginary_part(b, x)));
}

Value with_sign(Builder& b, Value x, Value sign) {
  // In the total order -0 is below 0.
  Value below = b.one(
      "stablehlo.compare", {sign, zeros_like(b, sign)},
      ir::attributes({{"comparison_direction", ir::enum_attribute("comparison_direction", "LT")},
                      {"compare_type", ir::enum_attribute("comparison_type", "TOTALORDER")}}));
  return select(b, below, negate(b, x), x);
}

Value times_sine(Builder& b, Value x, Value angle) {
  Value product = multiply(b, x, b.one("stablehlo.sine", {angle}));
  Value flat = compare(b, "EQ", angle, zeros_like(b, angle));
  return select(b, flat, with_sign(b, angle, x), product);
}

Value if_far(Builder& b, Value z, Value far, Value near) {
  Value x = b.one("stablehlo.abs", {real_part(b, z)});
  Value y = b.one("stablehlo.abs", {imaginary_part(b, z)});
  Value largest = maximum(b, x, y);
  return select(b, compare(b, "GT", largest, constant_like(b, largest, 1e9)), far, near);
}

Value log_twice_modulus(Builder& b, Value z) {
  return shift(b, real_part(b, log(b, z)), std::numbers::ln2);
}

std::pair<Value, Value> roots_about_one(Builder& b, Value z) {
  Value x = real_part(b, z), y = imaginary_part(b, z);
  return {sqrt(b, make_complex(b, shift(b, negate(b, x), 1), negate(b, y))),
          sqrt(b, make_complex(b, shift(b, x, 1), y))};
}

Value of_turned(Builder& b, std::string_view function, Value z) {
  Value turned = make_complex(b, negate(b, imaginary_part(b, z)), real_part(b, z));
  Value w = b.one(function, {turned});
  return make_complex(b, imaginary_part(b, w), negate(b, real_part(b, w)));
}

OpDef complex() {
  return {
      .name = "stablehlo.complex",
      .assembly = "$0, $1 : complex",
      .infer = [](const Operation& op) -> std::vector<Type> {
        expect_operands(op, 2);
        const Type &part = op.operand_type(0), &imaginary = op.operand_type(1);
        const auto fits = [](const Type& type) {
          return type.element == ElementType::f32 || type.element == ElementType::f64;
        };
        constraint(op, fits(part), "complex_i1",
                   "the real part is a {}, expected elements of type f32 or f64", part.str());
        constraint(op, fits(imaginary), "complex_i2",
                   "the imaginary part is a {}, expected elements of type f32 or f64",
                   imaginary.str());
        constraint(op, ir::compatible(part, imaginary), "complex_c1",
                   "the parts are {} and {}, expected the same type", part.str(), imaginary.str());
        return {ir::merged(part, imaginary).with(complex_of(part.element))};
      },
      .result_constraints = {.element = 3, .shape = 2, .count = 2},
      .evaluate = [](const Operation& op, Operands in, Evaluation&) -> std::vector<Array> {
        Array out(op.result_type());
        for (int64_t k = 0; k < out.count(); k++) out.c(k) = {in[0]->f(k), in[1]->f(k)};
        return {std::move(out)};
      },
      // z = x + iy: dx = Re dz, dy = -Im dz
      .vjp =
          [](Vjp& v) {
            Builder& b = v.builder;
            Value dz = v.gradient();
            v.operand_gradients = {real_part(b, dz), negate(b, imaginary_part(b, dz))};
          },
  };
}

}  // namespace tutti::op
