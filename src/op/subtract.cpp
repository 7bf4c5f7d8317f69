// SPDX-License-Identifier: Apache-2.0
#include "ir/wrapping.h"
#include "op/catalogue.h"
#include "op/emit.h"
#include "op/rules/common.h"

namespace tutti::op {

OpDef subtract() {
  return {
      .name = "stablehlo.subtract",
      .assembly = "$0, $1 : same",
      .infer = same_type_as_operands(2, Elements::numbers),
      .evaluate =
          elementwise([](double x, double y) { return x - y; },
                      [](int64_t x, int64_t y, ElementType) { return ir::wrapping_subtract(x, y); },
                      [](Complex x, Complex y) { return x - y; }),
      // d(x - y) = dx - dy
      .vjp =
          [](Vjp& v) {
            v.operand_gradients = {v.gradient(), negate(v.builder, v.gradient())};
          },
      .acts_on_parts = true,
  };
}

}  // namespace tutti::op
