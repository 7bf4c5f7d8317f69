// SPDX-License-Identifier: Apache-2.0
#include <cmath>

#include "op/catalogue.h"
#include "op/emit.h"
#include "op/rules/common.h"

namespace tutti::op {

OpDef sqrt() {
  return {
      .name = "stablehlo.sqrt",
      .assembly = "$0 : same",
      .attributes = "result_accuracy?:accuracy",
      .infer = same_type_as_operands(1, Elements::floats_or_complex),
      .evaluate = elementwise([](double x) { return std::sqrt(x); }, nullptr,
                              [](Complex z) { return std::sqrt(z); }),
      // d sqrt(x) = dx / (2 sqrt(x))
      .vjp =
          [](Vjp& v) {
            Builder& b = v.builder;
            Value dy = v.gradient();
            Value r = v.op.result();
            v.operand_gradients = {divide(b, scale(b, dy, 0.5), r)};
          },
  };
}

}  // namespace tutti::op
