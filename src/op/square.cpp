// SPDX-License-Identifier: Apache-2.0
#include <cmath>

#include "op/catalogue.h"
#include "op/emit.h"
#include "op/rules/chlo.h"
#include "op/rules/complex_parts.h"

namespace tutti::op {
namespace {

/// The squares of the parts may overflow where their difference does not.
Complex square_of_complex(Complex z) {
  const double x = z.real(), y = z.imag();
  return {std::fabs(x) == std::fabs(y) ? 0 : (x - y) * (x + y), 2 * x * y};
}

Value square_of_parts(Builder& b, Value z) {
  Value x = real_part(b, z), y = imaginary_part(b, z);
  Value same = compare(b, "EQ", b.one("stablehlo.abs", {x}), b.one("stablehlo.abs", {y}));
  // The squares themselves may overflow.
  Value difference = multiply(b, subtract(b, x, y), add(b, x, y));
  return make_complex(b, select(b, same, zeros_like(b, x), difference),
                      scale(b, multiply(b, x, y), 2));
}

}  // namespace

OpDef square() {
  OpDef def = chlo_unary(
      "chlo.square", [](double x) { return x * x; }, square_of_complex);
  // d x^2 = 2 x dx
  def.vjp = [](Vjp& v) {
    Builder& b = v.builder;
    Value x = v.op.operand(0), dy = v.gradient();
    v.operand_gradients = {multiply(b, dy, scale(b, x, 2))};
  };
  def.decompose =
      decompose_wide([](Builder& b, Value x) { return multiply(b, x, x); }, square_of_parts);
  return def;
}

}  // namespace tutti::op
