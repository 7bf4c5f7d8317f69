// SPDX-License-Identifier: Apache-2.0
#include "op/rules/special_functions.h"

namespace tutti::op {

OpDef chlo_binary(std::string_view name, FloatBinary meaning) {
  return {
      .name = name,
      .assembly = "$0, $1 : arrow",
      .infer = same_type_as_operands(2, Elements::floats),
      .evaluate = elementwise(meaning),
  };
}

std::function<std::vector<Value>(Builder&, const Operation&)> decompose_wide_binary(
    Value (*formula)(Builder&, Value, Value)) {
  return [formula](Builder& b, const Operation& op) -> std::vector<Value> {
    const ElementType element = op.operand_type(0).element, wide = accumulation_type(element);
    const Value x = convert(b, op.operand(0), wide), y = convert(b, op.operand(1), wide);
    return {convert(b, formula(b, x, y), element)};
  };
}

}  // namespace tutti::op
