// SPDX-License-Identifier: Apache-2.0
#include <bit>

#include "ir/wrapping.h"
#include "op/catalogue.h"
#include "op/emit.h"
#include "op/rules/common.h"
#include "op/rules/narrow_bits.h"

namespace tutti::op {

OpDef popcnt() {
  return {
      .name = "stablehlo.popcnt",
      .assembly = "$0 : same",
      .infer = same_type_as_operands(1, Elements::integers),
      .evaluate = elementwise(static_cast<FloatUnary>(nullptr),
                              [](int64_t x, ElementType type) -> int64_t {
                                return std::popcount(static_cast<uint64_t>(x) & ir::bit_mask(type));
                              }),
      .no_derivative = kNotDifferentiable,
      .decompose = [](Builder& b, const Operation& op) -> std::vector<Value> {
        const Type& type = op.result_type();
        if (!is_narrow_integer(type.element)) return {};
        return {convert(b, b.one(op.name(), {bits_of(b, op.operand(0))}), type.element)};
      },
  };
}

}  // namespace tutti::op
