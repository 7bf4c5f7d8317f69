// SPDX-License-Identifier: Apache-2.0
#include "backend/cpu/lower/biased_product.h"

#include "backend/cpu/lower/dot_general_inner.h"
#include "backend/cpu/lower/dot_general_plain.h"
#include "backend/cpu/lower/lower.h"
#include "kernel/matmul.h"
#include "op/dot.h"

namespace tutti::backend::cpu {
namespace {

using ir::Operation;
using ir::Value;

bool multiplies(const Operation& op) {
  if (op.name() != "stablehlo.dot_general" || !rule_of(op)) return false;
  if (is_inner_product(op) || is_plain_product(op)) return false;
  if (!kernel::adds_bias()) return false;
  const ir::Type& x = op.operand_type(0);
  const op::DotAxes axes = op::dot_axes(op);
  if (!axes.lhs_batch.empty() || axes.rhs_free.size() != 1 || op.result_type().count() == 0)
    return false;
  for (const int64_t axis : axes.lhs_contract)
    if (x.dim(axis) == 0) return false;
  return true;
}

/// The numbers that a value repeats along all axes but its last one, or null.
Value columns_of(Value value) {
  const Operation* broadcast = value->owner;
  if (!broadcast || broadcast->name() != "stablehlo.broadcast_in_dim") return nullptr;
  const int64_t last = value->type.rank() - 1;
  const Value columns = broadcast->operand(0);
  const bool is_whole = broadcast->ints_attribute("broadcast_dimensions") == std::vector{last} &&
                        columns->type.dim(0) == value->type.dim(last);
  return is_whole ? columns : nullptr;
}

}  // namespace

std::optional<BiasedProduct> biased_product(const Operation& addition) {
  if (addition.name() != "stablehlo.add") return std::nullopt;
  for (const size_t side : {0u, 1u}) {
    const Operation* product = addition.operand(side)->owner;
    const Value bias = columns_of(addition.operand(1 - side));
    if (product && bias && multiplies(*product)) return BiasedProduct{product, bias};
  }
  return std::nullopt;
}

}  // namespace tutti::backend::cpu
