// SPDX-License-Identifier: Apache-2.0
#include <cmath>

#include "op/catalogue.h"
#include "op/emit.h"
#include "op/rules/common.h"

namespace tutti::op {

OpDef sine() {
  return {
      .name = "stablehlo.sine",
      .assembly = "$0 : same",
      .attributes = "result_accuracy?:accuracy",
      .infer = same_type_as_operands(1, Elements::floats_or_complex),
      .evaluate = elementwise([](double x) { return std::sin(x); }, nullptr,
                              [](Complex z) { return std::sin(z); }),
      // d sin(x) = cos(x) dx
      .vjp =
          [](Vjp& v) {
            Builder& b = v.builder;
            Value dy = v.gradient();
            Value x = v.op.operand(0);
            v.operand_gradients = {multiply(b, dy, b.one("stablehlo.cosine", {x}))};
          },
  };
}

}  // namespace tutti::op
