// SPDX-License-Identifier: Apache-2.0
#include <cmath>

#include "op/catalogue.h"
#include "op/emit.h"
#include "op/rules/common.h"

namespace tutti::op {

OpDef exponential() {
  return {
      .name = "stablehlo.exponential",
      .assembly = "$0 : same",
      .attributes = "result_accuracy?:accuracy",
      .infer = same_type_as_operands(1, Elements::floats_or_complex),
      .evaluate = elementwise([](double x) { return std::exp(x); }, nullptr,
                              [](Complex z) { return std::exp(z); }),
      // d exp(x) = exp(x) dx
      .vjp =
          [](Vjp& v) {
            Builder& b = v.builder;
            Value dy = v.gradient();
            Value r = v.op.result();
            v.operand_gradients = {multiply(b, dy, r)};
          },
  };
}

}  // namespace tutti::op
