// SPDX-License-Identifier: Apache-2.0
#include <cmath>

#include "ir/wrapping.h"
#include "op/catalogue.h"
#include "op/emit.h"
#include "op/rules/common.h"
#include "op/rules/complex_values.h"

namespace tutti::op {

namespace {

int64_t integer_power(int64_t base, int64_t exponent, ElementType type) {
  if (exponent < 0 && !ir::is_unsigned(type))
    return base == 1 ? 1 : base == -1 ? (exponent % 2 ? -1 : 1) : 0;
  int64_t result = 1;
  for (auto left = static_cast<uint64_t>(exponent); left; left >>= 1) {
    if (left & 1) result = ir::wrapping_multiply(result, base);
    base = ir::wrapping_multiply(base, base);
  }
  return result;
}

}  // namespace

OpDef power() {
  return {
      .name = "stablehlo.power",
      .assembly = "$0, $1 : same",
      .infer = same_type_as_operands(2, Elements::numbers),
      .evaluate = elementwise([](double x, double y) { return std::pow(x, y); }, integer_power,
                              complex_power),
      // d(x^y) = y x^(y-1) dx + log(x) x^y dy
      .vjp =
          [](Vjp& v) {
            Builder& b = v.builder;
            Value dy = v.gradient();
            Value x = v.op.operand(0), y = v.op.operand(1);
            Value dx =
                multiply(b, dy, multiply(b, y, b.one("stablehlo.power", {x, shift(b, y, -1)})));
            v.operand_gradients = {dx, nullptr};
            if (!v.wanted[1]) return;
            // 0^y is constant in y for y > 0, where log(0) would give NaN.
            Value is_zero = compare(b, "EQ", x, zeros_like(b, x));
            Value safe = select(b, is_zero, constant_like(b, x, 1), x);
            v.operand_gradients[1] = multiply(b, dy, multiply(b, log(b, safe), v.op.result()));
          },
  };
}

}  // namespace tutti::op
