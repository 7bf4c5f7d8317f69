// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "base/checked.h"
#include "op/catalogue.h"
#include "op/rules/exchange.h"
#include "op/rules/process_groups.h"

namespace tutti::op {
namespace {

std::vector<Type> infer(const Operation& op) {
  const int64_t split = op.int_attribute("split_dimension"),
                concat = op.int_attribute("concat_dimension"),
                count = op.int_attribute("split_count");
  constraint(op, count > 0, "all_to_all_c4", "split_count is {}, expected a positive number",
             count);
  expect_groups(op, "all_to_all_c5", "all_to_all_c7", true);
  const auto rows = rows_of(op, "replica_groups");
  constraint(op, !rows || !rows->empty(), "all_to_all_c8",
             "there are no groups, expected some of split_count, {}", count);
  const auto members = group_size(op, moving_strategy(op));
  constraint(op, !members || *members == count, "all_to_all_c8",
             "groups of {} processes, expected split_count, {}", members.value_or(0), count);
  std::vector<Type> results;
  for (size_t i = 0; i < op.operand_count(); i++) {
    Type type = op.operand_type(i);
    constraint(op, split >= 0 && split < type.rank(), "all_to_all_c1",
               "split_dimension is {}, expected an axis of operand {}, a {}", split, i, type.str());
    constraint(op, concat >= 0 && concat < type.rank(), "all_to_all_c3",
               "concat_dimension is {}, expected an axis of operand {}, a {}", concat, i,
               type.str());
    constraint(op, may_divide(count, type.dim(split)), "all_to_all_c2",
               "operand {} is a {}, expected a multiple of {} along {}", i, type.str(), count,
               split);
    int64_t& cut = type.shape[static_cast<size_t>(split)];
    cut = divided(cut, count);
    int64_t& wide = type.shape[static_cast<size_t>(concat)];
    if (wide != ir::kDynamic) wide = checked_multiply(wide, count, "all_to_all");
    results.push_back(std::move(type));
  }
  return results;
}

/// This process's parts of operand `index` of all members, put together; `at` is its place in the
/// group.
Array received(const Operation& op, const std::vector<Process::Message>& messages, size_t index,
               int64_t at) {
  const int64_t split = op.int_attribute("split_dimension"),
                count = op.int_attribute("split_count");
  std::vector<Array> parts;
  std::vector<const Array*> pointers;
  parts.reserve(messages.size());
  for (const auto& message : messages) {
    parts.push_back(part_of((*message)[index], split, count, at));
    pointers.push_back(&parts.back());
  }
  return concatenated(pointers, op.int_attribute("concat_dimension"));
}

std::vector<Array> evaluate(const Operation& op, Operands in, Evaluation& evaluation) {
  Process& process = evaluation.process();
  const auto group = own_group(op, process, moving_strategy(op), true);
  const auto messages = exchange(op, process, group, in);
  const int64_t count = op.int_attribute("split_count");
  if (static_cast<int64_t>(group.size()) != count)
    ir::operation_error(
        op, fmt::format("a group of {} processes, expected split_count, {}", group.size(), count));
  const auto at = std::find(group.begin(), group.end(), process.number()) - group.begin();
  std::vector<Array> results;
  for (size_t i = 0; i < in.size(); i++) results.push_back(received(op, messages, i, at));
  return results;
}

// the parts go back the way they came: dx = all_to_all(dy) with split and concat exchanged
void vjp(Vjp& v) {
  Attributes attributes = v.op.attributes;
  attributes.set("split_dimension", v.op.attribute("concat_dimension"));
  attributes.set("concat_dimension", v.op.attribute("split_dimension"));
  std::vector<Value> gradients;
  for (size_t i = 0; i < v.op.operand_count(); i++) gradients.push_back(v.gradient(i));
  v.operand_gradients = v.builder.create(v.op.name(), std::move(gradients), std::move(attributes));
}

}  // namespace

OpDef all_to_all() {
  return {
      .name = "stablehlo.all_to_all",
      .attributes =
          "split_dimension:int, concat_dimension:int, split_count:int, replica_groups:groups:i5, "
          "channel_handle?:record.stablehlo.channel_handle",
      .infer = infer,
      .result_constraints = {.element = 9, .shape = 9, .count = 9},
      .evaluate = evaluate,
      .vjp = vjp,
      .has_side_effect = true,
      .keeps_scales = true,
  };
}

}  // namespace tutti::op
