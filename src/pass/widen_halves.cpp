// SPDX-License-Identifier: Apache-2.0
#include "pass/widen_halves.h"

#include <algorithm>

#include "op/emit.h"
#include "pass/rewrite.h"

namespace tutti::pass {
namespace {

using ir::ElementType;
using ir::Operation;
using ir::Type;
using ir::Value;

bool is_half(const Type& type) {
  return type.is_tensor() && type.element == ElementType::f16;
}

bool has_halves(const Operation& op) {
  const auto operands = op.operand_types(), results = op.result_types();
  return std::any_of(operands.begin(), operands.end(), is_half) ||
         std::any_of(results.begin(), results.end(), is_half);
}

Type widened(const Type& type) {
  return is_half(type) ? type.with(ElementType::f32) : type;
}

std::vector<Type> widened(std::vector<Type> types) {
  for (Type& type : types) type = widened(type);
  return types;
}

/// A copy that is made when it is read, and not together with the value.
Value wide_copy(ir::Builder& builder, Value value) {
  if (value->owner) value = builder.one("stablehlo.optimization_barrier", {value});
  return op::convert(builder, value, ElementType::f32);
}

}  // namespace

bool can_widen(const Operation& op, const ir::Catalogue& catalogue,
               const std::function<bool(const Operation&)>& supports) {
  if (!op.regions.empty() || !has_halves(op) || op.name() == "stablehlo.convert") return false;
  if (op.def().low_precision_operands.empty() && supports(op)) return false;
  ir::Block block;
  ir::Builder builder(block, catalogue);
  std::vector<Value> operands;
  for (const Type& type : op.operand_types()) operands.push_back(block.add_argument(widened(type)));
  builder.create(op.name(), operands, op.attributes, widened(op.result_types()));
  return supports(*block.operations.back());
}

ir::Module widen_halves(ir::Module module, const ir::Catalogue& catalogue,
                        const std::function<bool(const Operation&)>& supports) {
  return rewrite(
      module, catalogue,
      [&](ir::Builder& builder, const Operation& op) -> std::optional<std::vector<Value>> {
        if (!can_widen(op, catalogue, supports)) return std::nullopt;
        std::vector<Value> operands = op.operands;
        for (Value& operand : operands)
          if (is_half(operand->type)) operand = wide_copy(builder, operand);
        std::vector<Value> results =
            builder.create(op.name(), operands, op.attributes, widened(op.result_types()));
        for (size_t i = 0; i < results.size(); i++)
          if (is_half(op.result(i)->type))
            results[i] = op::convert(builder, results[i], ElementType::f16);
        return results;
      });
}

}  // namespace tutti::pass
