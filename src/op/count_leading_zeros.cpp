// SPDX-License-Identifier: Apache-2.0
#include <bit>

#include "ir/wrapping.h"
#include "op/catalogue.h"
#include "op/emit.h"
#include "op/rules/common.h"
#include "op/rules/narrow_bits.h"

namespace tutti::op {

OpDef count_leading_zeros() {
  return {
      .name = "stablehlo.count_leading_zeros",
      .assembly = "$0 : same",
      .infer = same_type_as_operands(1, Elements::integers),
      .evaluate = elementwise(
          static_cast<FloatUnary>(nullptr),
          [](int64_t x, ElementType type) -> int64_t {
            const int64_t bits = bit_width(type);
            return std::countl_zero(static_cast<uint64_t>(x) & ir::bit_mask(type)) - (64 - bits);
          }),
      .no_derivative = kNotDifferentiable,
      .decompose = [](Builder& b, const Operation& op) -> std::vector<Value> {
        const ElementType type = op.result_type().element;
        if (!is_narrow_integer(type)) return {};
        Value zeros = b.one(op.name(), {bits_of(b, op.operand(0))});
        return {convert(b, shift(b, zeros, bit_width(type) - 8), type)};
      },
  };
}

}  // namespace tutti::op
