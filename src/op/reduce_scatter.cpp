// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "op/catalogue.h"
#include "op/rules/collective.h"
#include "op/rules/exchange.h"
#include "op/rules/process_groups.h"

namespace tutti::op {
namespace {

std::vector<Type> infer(const Operation& op) {
  expect_operands(op, 1);
  Type type = op.operand_type(0);
  const int64_t dim = op.int_attribute("scatter_dimension");
  constraint(op, dim >= 0 && dim < type.rank(), "reduce_scatter_c2",
             "scatter_dimension is {}, expected an axis of the operand, a {}", dim, type.str());
  expect_groups(op, "reduce_scatter_c3", "reduce_scatter_c5", true);
  expect_channel_of_global_ids(op, "reduce_scatter_c6");
  const int64_t size = type.dim(dim);
  int64_t& scattered = type.shape[static_cast<size_t>(dim)];
  if (const auto members = group_size(op, gathering_strategy(op))) {
    constraint(op, size != 0 && *members > 0 && may_divide(*members, size), "reduce_scatter_c1",
               "the operand is a {}, expected a multiple of the {} processes of a group along {}",
               op.operand_type(0).str(), *members, dim);
    scattered = divided(size, *members);
  } else {  // the group depends on the grid
    const Type& result = declared(op);
    const int64_t part = result.rank() == type.rank() ? result.dim(dim) : 0;
    const bool fits = part != 0 && size != 0 && (part == ir::kDynamic || may_divide(part, size));
    constraint(op, fits, "reduce_scatter_c8", "the result is a {}, expected a part of {} along {}",
               result.str(), type.str(), dim);
    scattered = part;
  }
  return {expect_computation(op, 1, "reduce_scatter_c7").with(type.shape)};
}

std::vector<Array> evaluate(const Operation& op, Operands in, Evaluation& evaluation) {
  Process& process = evaluation.process();
  const auto group = own_group(op, process, gathering_strategy(op), true);
  const auto messages = exchange(op, process, group, in);
  const Array whole = fold(op, messages, 0, evaluation);
  const int64_t dim = op.int_attribute("scatter_dimension");
  const auto members = static_cast<int64_t>(group.size());
  if (op.result_type().dim(dim) * members != whole.type.dim(dim))
    ir::operation_error(op, fmt::format("scatters a {} over {} processes, declared is a {}",
                                        whole.type.str(), members, op.result_type().str()));
  const auto at = std::find(group.begin(), group.end(), process.number()) - group.begin();
  return {part_of(whole, dim, members, at)};
}

// each part of the sum is in one process, and all members of its group add to it:
// dx = all_gather(dy)
void vjp(Vjp& v) {
  expect_sum(v.op);
  Attributes attributes = group_attributes(v.op);
  attributes.set("all_gather_dim", v.op.attribute("scatter_dimension"));
  v.operand_gradients =
      v.builder.create("stablehlo.all_gather", {v.gradient()}, std::move(attributes),
                       {v.gradient()->type.with(v.op.operand_type(0).shape)});
}

}  // namespace

OpDef reduce_scatter() {
  return {
      .name = "stablehlo.reduce_scatter",
      .attributes =
          "scatter_dimension:int, replica_groups:groups:i3, "
          "channel_handle?:record.stablehlo.channel_handle, use_global_device_ids?:unit",
      .infer = infer,
      .result_constraints = {.element = 9, .shape = 8, .count = 8},
      .evaluate = evaluate,
      .vjp = vjp,
      .decompose = with_wide_operands,
      .has_side_effect = true,
      .keeps_scales = true,
  };
}

}  // namespace tutti::op
