// SPDX-License-Identifier: Apache-2.0
#include <cmath>

#include "op/catalogue.h"
#include "op/emit.h"
#include "op/rules.h"

namespace tutti::op {

OpDef log_plus_one() {
  return {
      .name = "stablehlo.log_plus_one",
      .assembly = "$0 : same",
      .infer = same_type_as_operands(1, Elements::floats_or_complex),
      .evaluate = elementwise([](double x) { return std::log1p(x); }, nullptr,
                              [](Complex z) {
                                return Complex(std::log(std::hypot(z.real() + 1, z.imag())),
                                               std::atan2(z.imag(), z.real() + 1));
                              }),
      // d log1p(x) = dx / (1 + x)
      .vjp =
          [](Vjp& v) {
            Builder& b = v.builder;
            Value dy = v.gradient();
            Value x = v.op.operand(0);
            v.operand_gradients = {divide(b, dy, shift(b, x, 1))};
          },
  };
}

}  // namespace tutti::op
