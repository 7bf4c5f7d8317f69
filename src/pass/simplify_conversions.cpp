// SPDX-License-Identifier: Apache-2.0
#include "pass/simplify_conversions.h"

#include "pass/values.h"

namespace tutti::pass {
namespace {

using ir::ElementType;
using ir::Value;

/// Whether each value of `from` is one of `to`.
bool widens(ElementType from, ElementType to) {
  switch (from) {
    case ElementType::bf16:
    case ElementType::f16:
      return to == ElementType::f32 || to == ElementType::f64;
    case ElementType::f32:
      return to == ElementType::f64;
    default:
      return false;
  }
}

/// What a value was before it was widened, or null.
Value before_widening(Value value) {
  const ir::Operation* convert = made_by(value, "stablehlo.convert");
  if (!convert) return nullptr;
  Value narrow = convert->operand(0);
  return widens(narrow->type.element, value->type.element) ? narrow : nullptr;
}

}  // namespace

// convert(convert(x)) = x
Value drop_round_trip(const Surroundings& around, const ir::Operation& op) {
  if (op.name() != "stablehlo.convert") return nullptr;
  Value narrow = before_widening(op.operand(0));
  return narrow && narrow->type == op.result_type() ? around.map.at(narrow) : nullptr;
}

// embedding(convert(table)) = embedding(table), whose result has a type of its own
Value embed_narrow_table(const Surroundings& around, const ir::Operation& op) {
  if (op.name() != "tutti.embedding") return nullptr;
  Value narrow = before_widening(op.operand(0));
  if (!narrow) return nullptr;
  return around.builder.one("tutti.embedding",
                            {around.map.at(narrow), around.map.at(op.operand(1))}, op.attributes,
                            {op.result_type()});
}

}  // namespace tutti::pass
