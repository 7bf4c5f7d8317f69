// SPDX-License-Identifier: Apache-2.0
#include "op/rules/region_emit.h"

#include "op/emit.h"
#include "op/rules/common.h"

namespace tutti::op {

std::vector<Value> emit_on_tensors(Builder& b, const Block& computation,
                                   const std::vector<Value>& arguments, const Shape& shape) {
  ir::ValueMap wide;
  for (size_t i = 0; i < arguments.size(); i++) wide[computation.arguments[i].get()] = arguments[i];
  const auto widened = [&](Value value) {
    Value& found = wide[value];
    if (!found) found = splat(b, value, shape);  // from outside, or a constant
    return found;
  };
  for (const auto& inner : computation.operations) {
    if (inner->def().is_terminator) break;
    if (inner->operand_count() == 0) {
      wide[inner->result()] =
          splat(b, b.one(inner->name(), {}, inner->attributes, inner->result_types()), shape);
      continue;
    }
    std::vector<Value> operands;
    for (Value operand : inner->operands) operands.push_back(widened(operand));
    std::vector<Type> types = inner->result_types();
    for (Type& type : types) type = type.with(shape);
    const auto results = b.create(inner->name(), std::move(operands), inner->attributes, types);
    for (size_t i = 0; i < results.size(); i++) {
      if (results[i]->type.shape != shape || !inner->regions.empty())
        ir::operation_error(*inner,
                            "is not elementwise, which a computation must be to be done on "
                            "tensors");
      wide[inner->result(i)] = results[i];
    }
  }
  std::vector<Value> returned;
  for (Value value : computation.terminator().operands) returned.push_back(widened(value));
  return returned;
}

void copy_region(const Block& region, Operation& op) {
  ir::ValueMap map;
  Block& copy = op.add_region();
  for (const auto& argument : region.arguments)
    map[argument.get()] = copy.add_argument(argument->type);
  ir::clone_into(region, copy, map);
}

}  // namespace tutti::op
