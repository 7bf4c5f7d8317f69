// SPDX-License-Identifier: Apache-2.0
// Programs for a grid of processes, for a backend that runs one function on each of them.
#pragma once

#include "ir/op_def.h"
#include "ir/process.h"

namespace tutti::pass {

/// The grid that a function asks for by itself: a partition for each device of the mesh of its
/// sdy.manual_computation, one process where it has none. Meshes of different sizes are a
/// UserError.
ir::GridSize grid_asked_for(const ir::Module& module, const ir::Function& function);

/// Writes JAX's shard_map, in both its spellings, as what each process does: a slice of what is
/// whole outside, the region, and an all_gather of the parts. What is for several processes is told
/// its grid (op::kGridAttribute). A mesh that does not fit the grid is a UserError.
ir::Module spread(const ir::Module& module, const ir::Catalogue& catalogue, ir::GridSize grid);

}  // namespace tutti::pass
