// SPDX-License-Identifier: Apache-2.0
#include "ir/wrapping.h"
#include "op/catalogue.h"
#include "op/emit.h"
#include "op/rules/common.h"

namespace tutti::op {

OpDef shift_left() {
  return {
      .name = "stablehlo.shift_left",
      .assembly = "$0, $1 : same",
      .infer = same_type_as_operands(2, Elements::integers),
      .evaluate = elementwise(static_cast<FloatBinary>(nullptr),
                              [](int64_t x, int64_t y, ElementType type) -> int64_t {
                                return ir::has_bit(type, y)
                                           ? static_cast<int64_t>(static_cast<uint64_t>(x) << y)
                                           : 0;
                              }),
      .no_derivative = kNotDifferentiable,
  };
}

}  // namespace tutti::op
