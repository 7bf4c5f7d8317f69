// SPDX-License-Identifier: Apache-2.0
#include "pass/dead_code.h"

#include <algorithm>
#include <unordered_set>

#include "ir/op_def.h"

namespace tutti::pass {
namespace {

using Needed = std::unordered_set<const ir::ValueData*>;

bool has_side_effect(const ir::Operation& op) {
  if (op.def().has_side_effect && !op.def().is_terminator) return true;
  for (const auto& region : op.regions)
    for (const auto& inner : region->operations)
      if (has_side_effect(*inner)) return true;
  return false;
}

void drop_unread_results(ir::Operation& op, const Needed& needed) {
  size_t read = op.result_count();
  const size_t least = op.def().required_results.value_or(read);
  while (read > least && !needed.contains(op.result(read - 1))) read--;
  op.drop_results_from(read);
}

void sweep(ir::Block& block, Needed& needed) {
  for (size_t at = block.operations.size(); at-- > 0;) {
    ir::Operation& op = *block.operations[at];
    bool wanted = op.def().is_terminator;
    for (ir::Value result : op.results()) wanted = wanted || needed.contains(result);
    // Last: it looks through all regions inside, and what is not wanted is looked through once.
    if (!wanted && !has_side_effect(op)) {
      block.operations[at].reset();
      continue;
    }
    drop_unread_results(op, needed);
    needed.insert(op.operands.begin(), op.operands.end());
    for (const auto& region : op.regions) sweep(*region, needed);
  }
  std::erase(block.operations, nullptr);
}

}  // namespace

void drop_dead_code(ir::Block& block) {
  Needed needed;
  sweep(block, needed);
}

ir::Module eliminate_dead_code(ir::Module module) {
  for (auto& function : module.functions) drop_dead_code(function->body);
  return module;
}

}  // namespace tutti::pass
