// SPDX-License-Identifier: Apache-2.0
#include <cmath>

#include "ir/wrapping.h"
#include "op/catalogue.h"
#include "op/emit.h"
#include "op/rules.h"

namespace tutti::op {

OpDef abs() {
  return {
      .name = "stablehlo.abs",
      .assembly = "$0 : same",
      .infer = same_type_as_operands(1, Elements::signed_numbers),
      .evaluate = elementwise(
          [](double x) { return std::fabs(x); },
          [](int64_t x, ElementType) { return x < 0 ? ir::wrapping_subtract(0, x) : x; }),
      // d|x| = sign(x) dx
      .vjp =
          [](Vjp& v) {
            Builder& b = v.builder;
            Value dy = v.gradient();
            Value x = v.op.operand(0);
            v.operand_gradients = {multiply(b, dy, b.one("stablehlo.sign", {x}))};
          },
  };
}

}  // namespace tutti::op
