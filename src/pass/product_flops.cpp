// SPDX-License-Identifier: Apache-2.0
#include "pass/product_flops.h"

#include "op/dot.h"
#include "op/ragged_dot.h"
#include "op/rules/trip_count.h"

namespace tutti::pass {
namespace {

using ir::Operation;

double flops_in(const ir::Block& block, const ir::Catalogue& catalogue) {
  double sum = 0;
  for (const auto& op : block.operations) sum += product_flops(*op, catalogue);
  return sum;
}

}  // namespace

double dot_flops(const Operation& op) {
  if (op.name() != "stablehlo.dot_general") return 0;
  double terms = 1;
  for (const int64_t axis : op::dot_axes(op).lhs_contract)
    terms *= static_cast<double>(op.operand_type(0).dim(axis));
  return 2 * terms * static_cast<double>(op.result_type().count());
}

double product_flops(const Operation& op, const ir::Catalogue& catalogue) {
  if (op.name() == "stablehlo.dot_general") return dot_flops(op);
  if (op.name() == "chlo.ragged_dot") return op::grouped_flops(op);
  if (op.name() == "stablehlo.while")
    return static_cast<double>(op::trip_count(op).value_or(1)) *
           flops_in(*op.regions[1], catalogue);
  double sum = 0;
  for (const auto& region : op.regions) sum += flops_in(*region, catalogue);
  if (!op.def().decompose || !op.regions.empty()) return sum;
  ir::Block parts;
  ir::Builder builder(parts, catalogue);
  Operation copy(op.def(), op.operands, op.attributes);
  copy.set_result_types(op.result_types());
  op.def().decompose(builder, copy);
  return flops_in(parts, catalogue);
}

}  // namespace tutti::pass
