// SPDX-License-Identifier: Apache-2.0
#include "op/catalogue.h"
#include "op/rules/collective.h"
#include "op/rules/derived.h"
#include "op/rules/process_groups.h"

namespace tutti::op {

OpDef cross_replica_sum() {
  OpDef def = derived(
      "stablehlo.cross-replica-sum", "",
      [](const Operation& op) -> std::vector<Type> {
        expect_operands(op, 1);
        expect_groups(op, "cross-replica-sum_c1", "cross-replica-sum_c2", true, true);
        expect_channel_of_global_ids(op, "cross-replica-sum_channel");
        return {op.operand_type(0)};
      },
      [](Builder& b, const Operation& op) {
        return summing(b, "stablehlo.all_reduce", op.operands, group_attributes(op), {});
      });
  def.attributes =
      "replica_groups:groups, channel_handle?:record.stablehlo.channel_handle, "
      "use_global_device_ids?:unit";
  def.has_side_effect = true;
  return def;
}

}  // namespace tutti::op
