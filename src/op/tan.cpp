// SPDX-License-Identifier: Apache-2.0
#include <cmath>

#include "op/catalogue.h"
#include "op/emit.h"
#include "op/rules/common.h"
#include "op/rules/complex_values.h"

namespace tutti::op {

OpDef tan() {
  return {
      .name = "stablehlo.tan",
      .assembly = "$0 : same",
      .attributes = "result_accuracy?:accuracy",
      .infer = same_type_as_operands(1, Elements::floats_or_complex),
      .evaluate = elementwise([](double x) { return std::tan(x); }, nullptr, complex_tangent),
      // d tan(x) = (1 + tan(x)^2) dx
      .vjp =
          [](Vjp& v) {
            Builder& b = v.builder;
            Value dy = v.gradient();
            Value r = v.op.result();
            v.operand_gradients = {multiply(b, dy, shift(b, multiply(b, r, r), 1))};
          },
  };
}

}  // namespace tutti::op
