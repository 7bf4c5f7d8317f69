// SPDX-License-Identifier: Apache-2.0
#include "op/catalogue.h"
#include "op/emit.h"
#include "op/rules/derived.h"

namespace tutti::op {

OpDef broadcast() {
  OpDef def = derived(
      "stablehlo.broadcast", "$0, sizes = {broadcast_sizes:ints} : functional",
      [](const Operation& op) -> std::vector<Type> {
        expect_operands(op, 1);
        Shape shape = op.ints_attribute("broadcast_sizes");
        for (const int64_t size : shape)
          constraint(op, size >= 0, "broadcast_i2", "broadcast_sizes has {}, expected sizes", size);
        const Shape& old = op.operand_type(0).shape;
        shape.insert(shape.end(), old.begin(), old.end());
        return {op.operand_type(0).with(std::move(shape))};
      },
      // the new axes come first
      [](Builder& b, const Operation& op) -> std::vector<Value> {
        const auto added = static_cast<int64_t>(op.ints_attribute("broadcast_sizes").size());
        std::vector<int64_t> dims;
        for (int64_t axis = 0; axis < op.operand_type(0).rank(); axis++)
          dims.push_back(added + axis);
        return {broadcast_in_dim(b, op.operand(0), op.result_type().shape, std::move(dims))};
      });
  def.result_constraints = {.element = 0, .shape = 0, .count = 0};
  return def;
}

}  // namespace tutti::op
