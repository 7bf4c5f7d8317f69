// SPDX-License-Identifier: Apache-2.0
#include "ir/wrapping.h"
#include "op/catalogue.h"
#include "op/emit.h"
#include "op/rules/common.h"

namespace tutti::op {

OpDef multiply() {
  return {
      .name = "stablehlo.multiply",
      .assembly = "$0, $1 : same",
      .infer = same_type_as_operands(2, Elements::any),
      .evaluate = elementwise([](double x, double y) { return x * y; },
                              [](int64_t x, int64_t y, ElementType type) {
                                return type == ElementType::i1 ? x & y
                                                               : ir::wrapping_multiply(x, y);
                              },
                              [](Complex x, Complex y) {
                                return Complex(x.real() * y.real() - x.imag() * y.imag(),
                                               x.real() * y.imag() + x.imag() * y.real());
                              }),
      // d(x y) = y dx + x dy
      .vjp =
          [](Vjp& v) {
            Builder& b = v.builder;
            Value dy = v.gradient();
            Value x = v.op.operand(0), y = v.op.operand(1);
            v.operand_gradients = {multiply(b, dy, y), multiply(b, dy, x)};
          },
      .is_commutative = true,
  };
}

}  // namespace tutti::op
