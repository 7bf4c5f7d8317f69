// SPDX-License-Identifier: Apache-2.0
#include "op/catalogue.h"
#include "op/emit.h"
#include "op/rules/common.h"

namespace tutti::op {

OpDef not_() {
  return {
      .name = "stablehlo.not",
      .assembly = "$0 : same",
      .infer = same_type_as_operands(1, Elements::logical),
      .evaluate = elementwise(
          static_cast<FloatUnary>(nullptr),
          [](int64_t x, ElementType type) { return type == ElementType::i1 ? 1 - x : ~x; }),
      .no_derivative = kNotDifferentiable,
  };
}

}  // namespace tutti::op
