// SPDX-License-Identifier: Apache-2.0
#include "op/catalogue.h"
#include "op/emit.h"
#include "op/rules/common.h"
#include "op/rules/complex_values.h"
#include "op/rules/special_values.h"

namespace tutti::op {

OpDef logistic() {
  return {
      .name = "stablehlo.logistic",
      .assembly = "$0 : same",
      .attributes = "result_accuracy?:accuracy",
      .infer = same_type_as_operands(1, Elements::floats_or_complex),
      .evaluate = elementwise(logistic_of, nullptr, complex_logistic),
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
