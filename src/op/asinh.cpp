// SPDX-License-Identifier: Apache-2.0
#include <cmath>

#include "op/catalogue.h"
#include "op/emit.h"
#include "op/rules/chlo.h"
#include "op/rules/complex_parts.h"

namespace tutti::op {
namespace {

/// sign(x) log1p(|x| + x^2 / (1 + sqrt(x^2 + 1))), or log(2 |x|) where the square may overflow.
Value asinh_of_real(Builder& b, Value x) {
  Value a = b.one("stablehlo.abs", {x}), square = multiply(b, a, a);
  Value large = add(b, log(b, a), constant_like(b, x, std::log(2.0)));
  Value root = shift(b, sqrt(b, shift(b, square, 1)), 1);
  Value small = b.one("stablehlo.log_plus_one", {add(b, a, divide(b, square, root))});
  Value is_large = compare(b, "GE", a, constant_like(b, x, std::sqrt(largest(x))));
  return multiply(b, b.one("stablehlo.sign", {x}), select(b, is_large, large, small));
}

}  // namespace

OpDef asinh() {
  OpDef def = chlo_unary(
      "chlo.asinh", [](double x) { return std::asinh(x); },
      [](Complex z) { return std::asinh(z); });
  // d asinh(x) = dx / sqrt(1 + x^2)
  def.vjp = [](Vjp& v) {
    Builder& b = v.builder;
    Value x = v.op.operand(0), dy = v.gradient();
    v.operand_gradients = {multiply(b, dy, rsqrt(b, shift(b, multiply(b, x, x), 1)))};
  };
  def.decompose = decompose_wide(asinh_of_real,
                                 [](Builder& b, Value z) { return of_turned(b, "chlo.asin", z); });
  return def;
}

}  // namespace tutti::op
