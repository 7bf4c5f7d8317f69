// SPDX-License-Identifier: Apache-2.0
#include "ir/wrapping.h"
#include "op/catalogue.h"
#include "op/emit.h"
#include "op/rules/common.h"
#include "op/rules/complex_values.h"

namespace tutti::op {

OpDef divide() {
  return {
      .name = "stablehlo.divide",
      .assembly = "$0, $1 : same",
      .infer = same_type_as_operands(2, Elements::numbers),
      .evaluate = elementwise([](double x, double y) { return x / y; },
                              [](int64_t x, int64_t y, ElementType type) -> int64_t {
                                if (y == 0) return -1;
                                if (type == ElementType::ui64)
                                  return static_cast<int64_t>(static_cast<uint64_t>(x) /
                                                              static_cast<uint64_t>(y));
                                return y == -1 ? ir::wrapping_subtract(0, x) : x / y;
                              },
                              complex_quotient),
      // d(x / y) = dx / y - x / y^2 dy
      .vjp =
          [](Vjp& v) {
            Builder& b = v.builder;
            Value dy = v.gradient();
            Value x = v.op.operand(0), y = v.op.operand(1);
            Value dx = divide(b, dy, y);
            v.operand_gradients = {dx, negate(b, multiply(b, dx, divide(b, x, y)))};
          },
  };
}

}  // namespace tutti::op
