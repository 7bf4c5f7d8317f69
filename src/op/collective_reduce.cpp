// SPDX-License-Identifier: Apache-2.0
#include "op/catalogue.h"
#include "op/rules/collective.h"
#include "op/rules/collective_root.h"
#include "op/rules/exchange.h"
#include "op/rules/process_groups.h"

namespace tutti::op {
namespace {

std::vector<Type> infer(const Operation& op) {
  expect_groups(op, "collective_reduce_c1", "collective_reduce_c2", false);
  expect_channel_of_global_ids(op, "collective_reduce_channel");
  const bool dynamic = has_dynamic_root(op);
  constraint(op, op.operand_count() > (dynamic ? 1 : 0), "collective_reduce_c3",
             "there are no operands, expected at least one{}", dynamic ? " and the roots" : "");
  if (dynamic) expect_roots(op, "collective_reduce_c3");
  const size_t count = op.operand_count() - (dynamic ? 1 : 0);
  const Type scalar = expect_computation(op, count, "collective_reduce_c4");
  std::vector<Type> results;
  for (size_t i = 0; i < count; i++) results.push_back(scalar.with(op.operand_type(i).shape));
  return results;
}

std::vector<Array> evaluate(const Operation& op, Operands in, Evaluation& evaluation) {
  Process& process = evaluation.process();
  const auto group = own_group(op, process, moving_strategy(op), false);
  std::vector<Array> results;
  for (const Type& type : op.result_types()) results.emplace_back(type);
  if (group.empty()) return results;
  const auto messages = exchange(op, process, group, in);
  for (size_t i = 0; i < results.size(); i++)
    if (group[root_of(op, in, i, group.size())] == process.number())
      results[i] = fold(op, messages, i, evaluation);
  return results;
}

// the root's result holds every member's x: dx = collective_broadcast(dy)
void vjp(Vjp& v) {
  expect_sum(v.op);
  v.operand_gradients = v.builder.create("stablehlo.collective_broadcast", gradients_and_roots(v),
                                         group_attributes(v.op));
  v.operand_gradients.resize(v.op.operand_count(), nullptr);
}

}  // namespace

OpDef collective_reduce() {
  return {
      .name = "stablehlo.collective_reduce",
      .attributes =
          "replica_groups:groups:i2, channel_handle?:record.stablehlo.channel_handle, "
          "has_dynamic_root?:unit, use_global_device_ids?:unit",
      .infer = infer,
      .result_constraints = {.element = 4, .shape = 3, .count = 3},
      .evaluate = evaluate,
      .vjp = vjp,
      .decompose = with_wide_operands,
      .has_side_effect = true,
      .keeps_scales = true,
  };
}

}  // namespace tutti::op
