// SPDX-License-Identifier: Apache-2.0
#include <cmath>

#include "op/catalogue.h"
#include "op/emit.h"
#include "op/rules.h"

namespace tutti::op {

OpDef exponential_minus_one() {
  return {
      .name = "stablehlo.exponential_minus_one",
      .assembly = "$0 : same",
      .infer = same_type_as_operands(1, Elements::floats),
      .evaluate = elementwise([](double x) { return std::expm1(x); }),
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
