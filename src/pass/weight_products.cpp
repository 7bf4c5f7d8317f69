// SPDX-License-Identifier: Apache-2.0
#include "pass/weight_products.h"

#include <array>
#include <numeric>

#include "op/dot.h"

namespace tutti::pass {
namespace {

using ir::Operation;
using ir::Value;

}  // namespace

Traced traced(Value value) {
  std::vector<int64_t> axes(static_cast<size_t>(value->type.rank()));
  std::iota(axes.begin(), axes.end(), 0);
  while (const Operation* op = value->owner) {
    if (op->name() == "stablehlo.transpose") {
      const auto from = op->ints_attribute("permutation");
      for (int64_t& axis : axes) axis = from[static_cast<size_t>(axis)];
    } else if (op->name() != "stablehlo.convert" &&
               op->name() != "stablehlo.optimization_barrier") {
      return {};
    }
    value = op->operand(0);
  }
  return {value, axes};
}

std::vector<WeightProduct> weight_products(const Operation& op) {
  std::vector<WeightProduct> products;
  if (op.name() == kLossOfProduct) {
    const Traced weight = traced(op.operand(1));
    if (weight.argument) products.push_back({weight.argument, 1, 1, weight.axes[1] == 0});
    return products;
  }
  if (op.name() != "stablehlo.dot_general") return products;
  const op::DotAxes axes = op::dot_axes(op);
  if (axes.lhs_contract.size() != 1 || !axes.lhs_batch.empty()) return products;
  const std::array summed = {axes.lhs_contract[0], axes.rhs_contract[0]};
  for (const size_t side : {1, 0}) {
    if (op.operand_type(side).rank() != 2) continue;
    const Traced weight = traced(op.operand(side));
    if (!weight.argument) continue;
    products.push_back({weight.argument, side, summed[1 - side],
                        weight.axes[static_cast<size_t>(summed[side])] == 0});
  }
  return products;
}

Value looked_up(const Operation& op) {
  if (op.name() != "tutti.embedding") return nullptr;
  const Traced table = traced(op.operand(0));
  return table.argument && table.axes[0] == 0 ? table.argument : nullptr;
}

void visit_operations(const ir::Block& block, const std::function<void(const Operation&)>& visit) {
  for (const auto& op : block.operations) {
    visit(*op);
    for (const auto& region : op->regions) visit_operations(*region, visit);
  }
}

}  // namespace tutti::pass
