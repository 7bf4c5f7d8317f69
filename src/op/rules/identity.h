// SPDX-License-Identifier: Apache-2.0
// Operations that give what they take, being for one process; and those for several.
#pragma once

#include <optional>

#include "ir/module.h"
#include "ir/process.h"

namespace tutti::op {

/// On operations for several processes: the replicas and partitions of the grid that they run on,
/// where that is known before they run.
inline constexpr std::string_view kGridAttribute = "tutti.grid";
std::optional<ir::GridSize> grid_of(const ir::Operation& op);

/// Whether an operation gives its operand, and only says on which devices it should lie.
bool only_places(const ir::Operation& op);
/// Whether a collective gives its operands, the first process being the only one that it is for;
/// never where it has a grid.
bool is_alone(const ir::Operation& op);
/// Whether an operation gives another result on each process, or exchanges values with others: a
/// collective, send and recv, or a process's number.
bool is_of_process(const ir::Operation& op);
/// Whether an operation is for several processes, each of which has its own values: a collective
/// that is not alone, or a step into or out of what JAX's shard_map runs on each device.
bool needs_grid(const ir::Operation& op);

}  // namespace tutti::op
