// SPDX-License-Identifier: Apache-2.0
#include <cmath>

#include "op/catalogue.h"
#include "op/emit.h"
#include "op/rules/common.h"
#include "op/rules/complex_values.h"

namespace tutti::op {

OpDef tanh() {
  return {
      .name = "stablehlo.tanh",
      .assembly = "$0 : same",
      .attributes = "result_accuracy?:accuracy",
      .infer = same_type_as_operands(1, Elements::floats_or_complex),
      .evaluate = elementwise([](double x) { return std::tanh(x); }, nullptr, complex_tanh),
      // d tanh(x) = (1 - tanh(x)^2) dx
      .vjp =
          [](Vjp& v) {
            Builder& b = v.builder;
            Value dy = v.gradient();
            Value r = v.op.result();
            v.operand_gradients = {
                multiply(b, dy, subtract(b, constant_like(b, r, 1), multiply(b, r, r)))};
          },
  };
}

}  // namespace tutti::op
