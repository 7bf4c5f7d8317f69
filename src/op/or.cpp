// SPDX-License-Identifier: Apache-2.0
#include "op/catalogue.h"
#include "op/emit.h"
#include "op/rules/common.h"

namespace tutti::op {

OpDef or_() {
  return {
      .name = "stablehlo.or",
      .assembly = "$0, $1 : same",
      .infer = same_type_as_operands(2, Elements::logical),
      .evaluate = elementwise(static_cast<FloatBinary>(nullptr),
                              [](int64_t x, int64_t y, ElementType) { return x | y; }),
      .no_derivative = kNotDifferentiable,
      .is_commutative = true,
  };
}

}  // namespace tutti::op
