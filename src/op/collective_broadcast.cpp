// SPDX-License-Identifier: Apache-2.0
#include "op/catalogue.h"
#include "op/rules/collective.h"
#include "op/rules/collective_root.h"
#include "op/rules/dynamic.h"
#include "op/rules/exchange.h"
#include "op/rules/process_groups.h"

namespace tutti::op {
namespace {

/// Roots that are known are members of a group.
void check_constant_roots(const Operation& op) {
  const auto* groups = op.attribute("replica_groups").get<ir::Tensor>();
  const size_t last = op.operand_count() - 1;
  const auto roots = constant_integers(op, last, static_cast<int64_t>(last));
  if (!groups || !roots) return;
  for (const int64_t root : *roots)
    constraint(op, root >= 0 && root < groups->type().dim(1), "collective_broadcast_c6",
               "a root is {}, expected one of the {} members of a group", root,
               groups->type().dim(1));
}

std::vector<Type> infer(const Operation& op) {
  expect_groups(op, "collective_broadcast_c1", "collective_broadcast_c2", false);
  std::vector<Type> results = op.operand_types();
  if (!has_dynamic_root(op)) {
    constraint(op, !results.empty(), "collective_broadcast_c3",
               "there are no operands, expected at least one");
    return results;
  }
  expect_roots(op, "collective_broadcast_c4");
  check_constant_roots(op);
  results.pop_back();
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
    results[i] = (*messages[root_of(op, in, i, group.size())])[i];
  return results;
}

// the root's x is every member's result: dx = collective_reduce(dy, add), zero elsewhere
void vjp(Vjp& v) {
  v.operand_gradients = summing(v.builder, "stablehlo.collective_reduce", gradients_and_roots(v),
                                v.op.attributes, {});
  v.operand_gradients.resize(v.op.operand_count(), nullptr);
}

}  // namespace

OpDef collective_broadcast() {
  return {
      .name = "stablehlo.collective_broadcast",
      .attributes =
          "replica_groups:groups:i2, channel_handle?:record.stablehlo.channel_handle, "
          "has_dynamic_root?:unit",
      .infer = infer,
      .result_constraints = {.element = 3, .shape = 3, .count = 5},
      .evaluate = evaluate,
      .vjp = vjp,
      .has_side_effect = true,
      .keeps_scales = true,
  };
}

}  // namespace tutti::op
