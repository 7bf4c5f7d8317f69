// SPDX-License-Identifier: Apache-2.0
#include "op/rules/identity.h"

#include <algorithm>
#include <array>

#include "op/rules/process_groups.h"

namespace tutti::op {
namespace {

bool is_collective(const Operation& op) {
  static constexpr std::array<std::string_view, 8> kCollectives = {
      "stablehlo.all_gather",         "stablehlo.all_reduce",
      "stablehlo.all_to_all",         "stablehlo.collective_broadcast",
      "stablehlo.collective_permute", "stablehlo.collective_reduce",
      "stablehlo.cross-replica-sum",  "stablehlo.reduce_scatter"};
  return std::find(kCollectives.begin(), kCollectives.end(), op.name()) != kCollectives.end();
}

}  // namespace

std::optional<ir::GridSize> grid_of(const Operation& op) {
  if (!op.attributes.find(kGridAttribute)) return std::nullopt;
  const auto sizes = op.ints_attribute(kGridAttribute);
  if (sizes.size() != 2)
    ir::operation_error(op, fmt::format("{} has {} sizes, expected replicas and partitions",
                                        kGridAttribute, sizes.size()));
  return ir::GridSize{sizes[0], sizes[1]};
}

bool is_placement_hint(const Operation& op) {
  if (op.name() == "sdy.sharding_constraint") return true;
  if (op.name() != "stablehlo.custom_call" || op.operand_count() != 1 ||
      op.result_types() != op.operand_types())
    return false;
  const std::string target = op.string_attribute("call_target_name");
  return target == "Sharding" || target == "SPMDFullToShardShape" ||
         target == "SPMDShardToFullShape" || target == "annotate_device_placement" ||
         target == "xla.sdy.FuncResultSharding";
}

bool is_collective_of_one(const Operation& op) {
  if (!is_collective(op) || grid_of(op)) return false;
  const bool moves = op.name() == "stablehlo.collective_permute";
  const std::string_view groups = moves ? "source_target_pairs" : "replica_groups";
  if (!op.attributes.find(groups) || op.result_types() != op.operand_types()) return false;
  return rows_of(op, groups) == Rows{moves ? Rows::value_type{0, 0} : Rows::value_type{0}};
}

bool is_of_process(const Operation& op) {
  const std::string_view name = op.name();
  return is_collective(op) || name == "stablehlo.partition_id" || name == "stablehlo.replica_id" ||
         name == "stablehlo.send" || name == "stablehlo.recv";
}

bool needs_grid(const Operation& op) {
  if (op.name() == "sdy.manual_computation") return true;
  if (op.name() != "stablehlo.custom_call") return is_collective(op) && !is_collective_of_one(op);
  const std::string target = op.string_attribute("call_target_name");
  return !is_placement_hint(op) &&
         (target == "SPMDFullToShardShape" || target == "SPMDShardToFullShape" ||
          target == "ragged_all_to_all");
}

}  // namespace tutti::op
