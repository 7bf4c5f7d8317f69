// SPDX-License-Identifier: Apache-2.0
#include <cmath>

#include "op/catalogue.h"
#include "op/emit.h"
#include "op/rules/common.h"

namespace tutti::op {

OpDef rsqrt() {
  return {
      .name = "stablehlo.rsqrt",
      .assembly = "$0 : same",
      .attributes = "result_accuracy?:accuracy",
      .infer = same_type_as_operands(1, Elements::floats_or_complex),
      .evaluate = elementwise([](double x) { return 1 / std::sqrt(x); }, nullptr,
                              [](Complex z) { return 1.0 / std::sqrt(z); }),
      // r = x^(-1/2): dr = -r^3 / 2 dx
      .vjp =
          [](Vjp& v) {
            Builder& b = v.builder;
            Value dy = v.gradient();
            Value r = v.op.result();
            v.operand_gradients = {
                scale(b, multiply(b, dy, multiply(b, r, multiply(b, r, r))), -0.5)};
          },
  };
}

}  // namespace tutti::op
