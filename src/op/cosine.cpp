// SPDX-License-Identifier: Apache-2.0
#include <cmath>

#include "op/catalogue.h"
#include "op/emit.h"
#include "op/rules/common.h"

namespace tutti::op {

OpDef cosine() {
  return {
      .name = "stablehlo.cosine",
      .assembly = "$0 : same",
      .attributes = "result_accuracy?:accuracy",
      .infer = same_type_as_operands(1, Elements::floats_or_complex),
      .evaluate = elementwise([](double x) { return std::cos(x); }, nullptr,
                              [](Complex z) { return std::cos(z); }),
      // d cos(x) = -sin(x) dx
      .vjp =
          [](Vjp& v) {
            Builder& b = v.builder;
            Value dy = v.gradient();
            Value x = v.op.operand(0);
            v.operand_gradients = {negate(b, multiply(b, dy, b.one("stablehlo.sine", {x})))};
          },
  };
}

}  // namespace tutti::op
