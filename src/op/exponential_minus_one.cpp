// SPDX-License-Identifier: Apache-2.0
#include <cmath>

#include "op/catalogue.h"
#include "op/emit.h"
#include "op/rules/common.h"
#include "op/rules/complex_values.h"

namespace tutti::op {
OpDef exponential_minus_one() {
  return {
      .name = "stablehlo.exponential_minus_one",
      .assembly = "$0 : same",
      .attributes = "result_accuracy?:accuracy",
      .infer = same_type_as_operands(1, Elements::floats_or_complex),
      .evaluate = elementwise([](double x) { return std::expm1(x); }, nullptr,
                              complex_exponential_minus_one),
      // d expm1(x) = (expm1(x) + 1) dx
      .vjp =
          [](Vjp& v) {
            Builder& b = v.builder;
            Value dy = v.gradient();
            Value r = v.op.result();
            v.operand_gradients = {multiply(b, dy, shift(b, r, 1))};
          },
  };
}

}  // namespace tutti::op
