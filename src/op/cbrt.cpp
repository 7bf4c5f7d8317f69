// SPDX-License-Identifier: Apache-2.0
#include <cmath>

#include "op/catalogue.h"
#include "op/emit.h"
#include "op/rules/common.h"
#include "op/rules/complex_values.h"

namespace tutti::op {

OpDef cbrt() {
  return {
      .name = "stablehlo.cbrt",
      .assembly = "$0 : same",
      .attributes = "result_accuracy?:accuracy",
      .infer = same_type_as_operands(1, Elements::floats_or_complex),
      .evaluate = elementwise([](double x) { return std::cbrt(x); }, nullptr, complex_cube_root),
      // r = x^(1/3): dr = dx / (3 r^2)
      .vjp =
          [](Vjp& v) {
            Builder& b = v.builder;
            Value dy = v.gradient();
            Value r = v.op.result();
            v.operand_gradients = {divide(b, scale(b, dy, 1.0 / 3), multiply(b, r, r))};
          },
  };
}

}  // namespace tutti::op
