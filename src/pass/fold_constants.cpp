// SPDX-License-Identifier: Apache-2.0
#include "pass/fold_constants.h"

#include "op/interpreter.h"
#include "pass/rewrite.h"

namespace tutti::pass {
namespace {

using ir::Operation;
using ir::Tensor;
using ir::Value;

constexpr int64_t kLargestFolded = 4096;

const Tensor* constant_of(Value value) {
  if (!value->owner || value->owner->name() != "stablehlo.constant") return nullptr;
  return value->owner->attribute("value").get<Tensor>();
}

/// Quantized constants stay as they are, because their values are stored integers.
bool may_fold(const ir::Type& type) {
  return type.is_tensor() && type.is_static() && !type.is_quantized();
}

Value emit(ir::Builder& builder, Tensor tensor) {
  return builder.one("stablehlo.constant", {}, ir::attributes({{"value", std::move(tensor)}}));
}

/// Reshapes and broadcasts of a splat are splats.
std::optional<std::vector<Value>> move_splat(ir::Builder& builder, const Operation& op) {
  if (op.name() != "stablehlo.broadcast_in_dim" && op.name() != "stablehlo.reshape")
    return std::nullopt;
  const Tensor* tensor = constant_of(op.operand(0));
  if (!tensor || (!tensor->is_splat() && tensor->type().count() != 1)) return std::nullopt;
  const auto bytes = tensor->stored();
  return std::vector<Value>{
      emit(builder, Tensor(op.result_type(), {bytes.begin(), bytes.end()}, true))};
}

/// Whether an operation returns its operand unchanged.
std::optional<std::vector<Value>> drop_identity(const Operation& op) {
  const std::string_view name = op.name();
  const bool moves = name == "stablehlo.convert" || name == "stablehlo.reshape";
  bool identity = moves && op.operand_type(0) == op.result_type();
  if (name == "stablehlo.transpose") {
    const auto permutation = op.ints_attribute("permutation");
    identity = std::is_sorted(permutation.begin(), permutation.end());
  }
  if (name == "stablehlo.broadcast_in_dim") {
    const auto dims = op.ints_attribute("broadcast_dimensions");
    identity = op.operand_type(0) == op.result_type() && std::is_sorted(dims.begin(), dims.end());
  }
  if (!identity) return std::nullopt;
  return std::vector<Value>{op.operand(0)};
}

}  // namespace

ir::Module fold_constants(ir::Module module, const ir::Catalogue& catalogue) {
  return rewrite(
      module, catalogue,
      [](ir::Builder& builder, const Operation& op) -> std::optional<std::vector<Value>> {
        if (auto same = drop_identity(op)) return same;
        if (op.def().has_side_effect || op.operand_count() == 0 || !op.def().evaluate ||
            !op.regions.empty())
          return std::nullopt;
        for (Value operand : op.operands)
          if (!constant_of(operand) || !may_fold(operand->type)) return std::nullopt;
        if (auto splat = move_splat(builder, op)) return splat;
        for (const ir::Type& type : op.result_types())
          if (!may_fold(type) || type.count() > kLargestFolded) return std::nullopt;
        std::vector<ir::Array> operands;
        for (Value operand : op.operands) {
          if (operand->type.count() > kLargestFolded) return std::nullopt;
          operands.emplace_back(*constant_of(operand));
        }
        std::vector<const ir::Array*> pointers;
        for (const ir::Array& operand : operands) pointers.push_back(&operand);
        std::vector<Value> results;
        for (const ir::Array& result : op::evaluate_operation(op, pointers))
          results.push_back(emit(builder, result.tensor()));
        return results;
      });
}

}  // namespace tutti::pass
