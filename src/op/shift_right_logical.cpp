// SPDX-License-Identifier: Apache-2.0
#include "ir/wrapping.h"
#include "op/catalogue.h"
#include "op/emit.h"
#include "op/rules/common.h"
#include "op/rules/narrow_bits.h"

namespace tutti::op {

OpDef shift_right_logical() {
  return {
      .name = "stablehlo.shift_right_logical",
      .assembly = "$0, $1 : same",
      .infer = same_type_as_operands(2, Elements::integers),
      .evaluate = elementwise(static_cast<FloatBinary>(nullptr),
                              [](int64_t x, int64_t y, ElementType type) -> int64_t {
                                const uint64_t bits = static_cast<uint64_t>(x) & ir::bit_mask(type);
                                return ir::has_bit(type, y) ? static_cast<int64_t>(bits >> y) : 0;
                              }),
      .no_derivative = kNotDifferentiable,
      .decompose = [](Builder& b, const Operation& op) -> std::vector<Value> {
        const ElementType type = op.result_type().element;
        if (!is_narrow_integer(type)) return {};
        Value places = convert(b, op.operand(1), ElementType::ui8);
        return {convert(b, b.one(op.name(), {bits_of(b, op.operand(0)), places}), type)};
      },
  };
}

}  // namespace tutti::op
