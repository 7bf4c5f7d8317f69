// SPDX-License-Identifier: Apache-2.0
#include "backend/cpu/group/group_policy.h"

#include "backend/cpu/lower/biased_product.h"
#include "backend/cpu/lower/block_operation.h"
#include "backend/cpu/lower/lower.h"
#include "op/rules/reduction.h"

namespace tutti::backend::cpu {
namespace {

bool computes_in_group(const ir::Operation& op) {
  if (!rule_of(op)) return false;
  if (!is_reduction(op)) return block_operation(op).has_value();
  return kernel::fold_function(op::reducer_of(op)->name(), op.operand_type(0).element) != nullptr;
}

}  // namespace

const GroupPolicy& group_policy() {
  static const GroupPolicy policy{computes_in_group, biased_product};
  return policy;
}

}  // namespace tutti::backend::cpu
