// SPDX-License-Identifier: Apache-2.0
#include <cmath>

#include "op/catalogue.h"
#include "op/emit.h"
#include "op/rules/common.h"

namespace tutti::op {

OpDef logistic() {
  return {
      .name = "stablehlo.logistic",
      .assembly = "$0 : same",
      .attributes = "result_accuracy?:accuracy",
      .infer = same_type_as_operands(1, Elements::floats_or_complex),
      .evaluate = elementwise([](double x) { return 1 / (1 + std::exp(-x)); }, nullptr,
                              [](Complex z) { return 1.0 / (1.0 + std::exp(-z)); }),
      // s = logistic(x): ds = s (1 - s) dx
      .vjp =
          [](Vjp& v) {
            Builder& b = v.builder;
            Value dy = v.gradient();
            Value r = v.op.result();
            v.operand_gradients = {
                multiply(b, dy, multiply(b, r, subtract(b, constant_like(b, r, 1), r)))};
          },
  };
}

}  // namespace tutti::op
