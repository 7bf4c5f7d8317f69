// SPDX-License-Identifier: Apache-2.0
#include "ir/wrapping.h"
#include "op/catalogue.h"
#include "op/emit.h"
#include "op/rules/common.h"
#include "op/rules/narrow_bits.h"

namespace tutti::op {

OpDef shift_right_arithmetic() {
  return {
      .name = "stablehlo.shift_right_arithmetic",
      .assembly = "$0, $1 : same",
      .infer = same_type_as_operands(2, Elements::integers),
      .evaluate = elementwise(static_cast<FloatBinary>(nullptr),
                              [](int64_t x, int64_t y, ElementType type) -> int64_t {
                                return ir::sign_extended(x, type) >>
                                       (ir::has_bit(type, y) ? y : 63);
                              }),
      .no_derivative = kNotDifferentiable,
      .decompose = [](Builder& b, const Operation& op) -> std::vector<Value> {
        const ElementType type = op.result_type().element;
        if (!is_narrow_integer(type)) return {};
        // The highest bit is made the sign.
        Value x = convert(b, op.operand(0), ElementType::i8);
        Value above = constant_like(b, x, 8 - bit_width(type));
        Value extended = b.one(op.name(), {b.one("stablehlo.shift_left", {x, above}), above});
        Value places = convert(b, op.operand(1), ElementType::i8);
        return {convert(b, b.one(op.name(), {extended, places}), type)};
      },
  };
}

}  // namespace tutti::op
