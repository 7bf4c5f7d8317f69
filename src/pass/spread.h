// SPDX-License-Identifier: Apache-2.0
// Rewrites programs for a grid of processes as one function that each process runs.
#pragma once

#include "ir/op_def.h"
#include "ir/process.h"

namespace tutti::pass {

/// The grid that a function asks for: one partition for each device in the mesh of its
/// sdy.manual_computation, or one process if it has none. Meshes of different sizes are a
/// UserError.
ir::GridSize grid_asked_for(const ir::Module& module, const ir::Function& function);

/// Rewrites JAX's shard_map, in both its spellings, as what each process does: it takes its slice
/// of each value from outside, runs the region, and joins the parts of results by all_gather.
/// Operations for several processes get the grid as an attribute (op::kGridAttribute). A mesh that
/// does not fit the grid is a UserError.
ir::Module spread(const ir::Module& module, const ir::Catalogue& catalogue, ir::GridSize grid);

}  // namespace tutti::pass
