// SPDX-License-Identifier: Apache-2.0
// Which operations give their operands unchanged, and which are for several processes.
#pragma once

#include <optional>

#include "ir/module.h"
#include "ir/process.h"

namespace tutti::op {

/// On operations for several processes: the replicas and partitions of the grid that they run on,
/// where that is known before they run.
inline constexpr std::string_view kGridAttribute = "tutti.grid";
std::optional<ir::GridSize> grid_of(const ir::Operation& op);

/// Whether an operation gives its operand and only says on which devices the value should be.
bool is_placement_hint(const ir::Operation& op);
/// Whether a collective runs over the first process alone, and so gives its operands. Never where
/// it has a grid.
bool is_collective_of_one(const ir::Operation& op);
/// Whether an operation gives another result on each process, or exchanges values with others: a
/// collective, send and recv, or a process's number.
bool is_of_process(const ir::Operation& op);
/// Whether an operation is for several processes, each of which has its own values: a collective
/// of more than one process, or a step into or out of what JAX's shard_map runs on each device.
bool needs_grid(const ir::Operation& op);

}  // namespace tutti::op
