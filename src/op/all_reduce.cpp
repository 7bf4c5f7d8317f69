// SPDX-License-Identifier: Apache-2.0
#include "op/catalogue.h"
#include "op/rules/collective.h"
#include "op/rules/exchange.h"
#include "op/rules/process_groups.h"

namespace tutti::op {
namespace {

std::vector<Type> infer(const Operation& op) {
  expect_groups(op, "all_reduce_c1", "all_reduce_c3", true, true);
  expect_channel_of_global_ids(op, "all_reduce_c4");
  const auto members = group_size(op, Strategy::flattened_ids);
  const bool by_mesh = !rows_of(op, "replica_groups");
  constraint(op, members || by_mesh || gathering_strategy(op) != Strategy::flattened_ids,
             "all_reduce_i2", "replica_groups are empty, expected groups of global ids");
  const Type scalar = expect_computation(op, op.operand_count(), "all_reduce_c5");
  std::vector<Type> results;
  for (const Type& type : op.operand_types()) results.push_back(scalar.with(type.shape));
  return results;
}

std::vector<Array> evaluate(const Operation& op, Operands in, Evaluation& evaluation) {
  Process& process = evaluation.process();
  const auto messages =
      exchange(op, process, own_group(op, process, gathering_strategy(op), true), in);
  std::vector<Array> results;
  for (size_t i = 0; i < in.size(); i++) results.push_back(fold(op, messages, i, evaluation));
  return results;
}

// every process's result holds x, so dx = all_reduce(dy, add)
void vjp(Vjp& v) {
  expect_sum(v.op);
  std::vector<Value> gradients;
  for (size_t i = 0; i < v.op.operand_count(); i++) gradients.push_back(v.gradient(i));
  v.operand_gradients = summing(v.builder, v.op.name(), std::move(gradients), v.op.attributes, {});
}

}  // namespace

OpDef all_reduce() {
  return {
      .name = "stablehlo.all_reduce",
      .attributes =
          "replica_groups:groups:i2, channel_handle?:record.stablehlo.channel_handle, "
          "use_global_device_ids?:unit",
      .infer = infer,
      .result_constraints = {.element = 7, .shape = 6, .count = 6},
      .evaluate = evaluate,
      .vjp = vjp,
      .decompose = with_wide_operands,
      .has_side_effect = true,
      .keeps_scales = true,
  };
}

}  // namespace tutti::op
