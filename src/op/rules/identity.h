// SPDX-License-Identifier: Apache-2.0
// Which operations return their operands unchanged, and which are for several processes.
#pragma once

#include <optional>

#include "ir/module.h"
#include "ir/process.h"

namespace tutti::op {

/// An attribute of operations for several processes: the replicas and partitions of the grid on
/// which they run, if that is known before.
inline constexpr std::string_view kGridAttribute = "tutti.grid";
std::optional<ir::GridSize> grid_of(const ir::Operation& op);

/// Whether an operation returns its operand and only says on which devices the value should be.
bool is_placement_hint(const ir::Operation& op);
/// Whether a collective runs over the first process alone, and so returns its operands. False if it
/// has a grid.
bool is_collective_of_one(const ir::Operation& op);
/// Whether an operation exchanges values with other processes or depends on the process's number: a
/// collective, send, recv, or that number.
bool is_of_process(const ir::Operation& op);
/// Whether an operation is for several processes, each of which has its own values: a collective
/// of more than one process, or a step into or out of what JAX's shard_map runs on each device.
bool needs_grid(const ir::Operation& op);

}  // namespace tutti::op
