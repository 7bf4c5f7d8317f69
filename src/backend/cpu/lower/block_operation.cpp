// SPDX-License-Identifier: Apache-2.0
#include "backend/cpu/lower/block_operation.h"

namespace tutti::backend::cpu {
namespace {

using ir::Operation;

/// x > y is y < x.
BlockOperation comparison(const Operation& op) {
  const std::string direction = op.enum_attribute("comparison_direction");
  const bool total = op.enum_attribute("compare_type", "NOTYPE") == "TOTALORDER";
  const bool swapped = direction[0] == 'G';
  const std::string kept = swapped ? "L" + direction.substr(1) : direction;
  return {kernel::compare_function(kept, op.operand_type(0).element, total), swapped};
}

}  // namespace

std::optional<BlockOperation> block_operation(const Operation& op) {
  if (op.operand_count() == 0) return std::nullopt;
  const std::string_view name = op.name();
  if (name == "stablehlo.convert")
    return BlockOperation{
        kernel::convert_function(op.operand_type(0).element, op.result_type().element)};
  BlockOperation block;
  if (name == "stablehlo.compare")
    block = comparison(op);
  else if (name == "stablehlo.select")
    block.function = kernel::select_function(op.operand_type(1).element);
  else
    block.function = kernel::elementwise_function(name, op.operand_type(0).element);
  if (!block.function) return std::nullopt;
  return block;
}

}  // namespace tutti::backend::cpu
