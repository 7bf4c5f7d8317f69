// SPDX-License-Identifier: Apache-2.0
#include <cmath>

#include "op/catalogue.h"
#include "op/emit.h"
#include "op/rules/common.h"

namespace tutti::op {

OpDef remainder() {
  return {
      .name = "stablehlo.remainder",
      .assembly = "$0, $1 : same",
      .infer = same_type_as_operands(2, Elements::numbers),
      .evaluate = elementwise([](double x, double y) { return std::fmod(x, y); },
                              [](int64_t x, int64_t y, ElementType type) -> int64_t {
                                if (y == 0) return x;
                                if (type == ElementType::ui64)
                                  return static_cast<int64_t>(static_cast<uint64_t>(x) %
                                                              static_cast<uint64_t>(y));
                                return y == -1 ? 0 : x % y;
                              }),
      // r = x - y trunc(x / y): dx = dr, dy = -trunc(x / y) dr
      .vjp =
          [](Vjp& v) {
            Builder& b = v.builder;
            Value dy = v.gradient();
            Value x = v.op.operand(0), y = v.op.operand(1);
            Value quotient = divide(b, subtract(b, x, v.op.result()), y);
            v.operand_gradients = {dy, negate(b, multiply(b, dy, quotient))};
          },
  };
}

}  // namespace tutti::op
