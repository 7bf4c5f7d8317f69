// SPDX-License-Identifier: Apache-2.0
#include <cmath>

#include "op/catalogue.h"
#include "op/emit.h"
#include "op/rules/common.h"
#include "op/rules/complex_values.h"

namespace tutti::op {

OpDef atan2() {
  return {
      .name = "stablehlo.atan2",
      .assembly = "$0, $1 : same",
      .infer = same_type_as_operands(2, Elements::floats_or_complex),
      .evaluate = elementwise([](double x, double y) { return std::atan2(x, y); }, nullptr,
                              complex_arc_tangent),
      // atan2(x, y): dx = y / (x^2 + y^2), dy = -x / (x^2 + y^2)
      .vjp =
          [](Vjp& v) {
            Builder& b = v.builder;
            Value dy = v.gradient();
            Value x = v.op.operand(0), y = v.op.operand(1);
            Value scaled = divide(b, dy, add(b, multiply(b, x, x), multiply(b, y, y)));
            v.operand_gradients = {multiply(b, scaled, y), negate(b, multiply(b, scaled, x))};
          },
  };
}

}  // namespace tutti::op
