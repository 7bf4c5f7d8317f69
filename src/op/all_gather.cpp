// SPDX-License-Identifier: Apache-2.0
#include "base/checked.h"
#include "op/catalogue.h"
#include "op/rules/collective.h"
#include "op/rules/common.h"
#include "op/rules/exchange.h"
#include "op/rules/process_groups.h"

namespace tutti::op {
namespace {

/// The size of result `i` along the gathered axis: the group's size tells it, or the declared one
/// does where the group depends on the grid.
int64_t gathered_size(const Operation& op, size_t i, int64_t dim) {
  const Type& type = op.operand_type(i);
  const int64_t size = type.dim(dim);
  const auto members = group_size(op, gathering_strategy(op));
  if (members && size == ir::kDynamic) return size;
  if (members) return checked_multiply(size, *members, "all_gather");
  const Type& result = declared(op, i);
  const bool fits = result.rank() == type.rank() && result.dim(dim) != 0 &&
                    (size == ir::kDynamic || may_divide(size, result.dim(dim)));
  constraint(op, fits, "all_gather_c6", "the result is a {}, expected a multiple of {} along {}",
             result.str(), type.dim(dim), dim);
  return result.dim(dim);
}

std::vector<Type> infer(const Operation& op) {
  const int64_t dim = op.int_attribute("all_gather_dim");
  expect_groups(op, "all_gather_c2", "all_gather_c4", true);
  expect_channel_of_global_ids(op, "all_gather_c5");
  std::vector<Type> results;
  for (size_t i = 0; i < op.operand_count(); i++) {
    Type type = op.operand_type(i);
    constraint(op, dim >= 0 && dim < type.rank(), "all_gather_c1",
               "all_gather_dim is {}, expected an axis of operand {}, a {}", dim, i, type.str());
    constraint(op, type.dim(dim) != 0, "all_gather_i1",
               "operand {} is a {}, expected a size above 0 along {}", i, type.str(), dim);
    type.shape[static_cast<size_t>(dim)] = gathered_size(op, i, dim);
    results.push_back(std::move(type));
  }
  return results;
}

std::vector<Array> evaluate(const Operation& op, Operands in, Evaluation& evaluation) {
  Process& process = evaluation.process();
  const auto group = own_group(op, process, gathering_strategy(op), true);
  const auto messages = exchange(op, process, group, in);
  const int64_t dim = op.int_attribute("all_gather_dim");
  std::vector<Array> results;
  for (size_t i = 0; i < in.size(); i++) {
    std::vector<const Array*> parts;
    for (const auto& message : messages) parts.push_back(&(*message)[i]);
    results.push_back(concatenated(parts, dim));
    if (results.back().type != op.result_type(i))
      ir::operation_error(
          op, fmt::format("gathers a {} from {} processes, declared is a {}",
                          results.back().type.str(), group.size(), op.result_type(i).str()));
  }
  return results;
}

// each part of y comes from one process, which gets the sum of its gradients:
// dx = reduce_scatter(dy, add)
void vjp(Vjp& v) {
  Attributes attributes = group_attributes(v.op);
  attributes.set("scatter_dimension", v.op.attribute("all_gather_dim"));
  for (size_t i = 0; i < v.op.operand_count(); i++)
    v.operand_gradients.push_back(summing(v.builder, "stablehlo.reduce_scatter", {v.gradient(i)},
                                          attributes, {v.op.operand_type(i)})[0]);
}

}  // namespace

OpDef all_gather() {
  return {
      .name = "stablehlo.all_gather",
      .attributes =
          "all_gather_dim:int, replica_groups:groups:i3, "
          "channel_handle?:record.stablehlo.channel_handle, use_global_device_ids?:unit",
      .infer = infer,
      .result_constraints = {.element = 6, .shape = 6, .count = 6},
      .evaluate = evaluate,
      .vjp = vjp,
      .has_side_effect = true,
      .keeps_scales = true,
  };
}

}  // namespace tutti::op
