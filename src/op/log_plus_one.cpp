// SPDX-License-Identifier: Apache-2.0
#include <cmath>

#include "op/catalogue.h"
#include "op/emit.h"
#include "op/rules/common.h"
#include "op/rules/complex_values.h"

namespace tutti::op {
OpDef log_plus_one() {
  return {
      .name = "stablehlo.log_plus_one",
      .assembly = "$0 : same",
      .attributes = "result_accuracy?:accuracy",
      .infer = same_type_as_operands(1, Elements::floats_or_complex),
      .evaluate =
          elementwise([](double x) { return std::log1p(x); }, nullptr, complex_log_plus_one),
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
