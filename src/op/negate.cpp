// SPDX-License-Identifier: Apache-2.0
#include <cmath>

#include "ir/wrapping.h"
#include "op/catalogue.h"
#include "op/emit.h"
#include "op/rules/common.h"

namespace tutti::op {

OpDef negate() {
  return {
      .name = "stablehlo.negate",
      .assembly = "$0 : same",
      .infer = same_type_as_operands(1, Elements::numbers),
      .evaluate = elementwise([](double x) { return -x; },
                              [](int64_t x, ElementType) { return ir::wrapping_subtract(0, x); },
                              [](Complex z) { return -z; }),
      // d(-x) = -dx
      .vjp = [](Vjp& v) { v.operand_gradients = {negate(v.builder, v.gradient())}; },
      .acts_on_parts = true,
  };
}

}  // namespace tutti::op
