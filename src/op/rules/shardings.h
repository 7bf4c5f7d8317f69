// SPDX-License-Identifier: Apache-2.0
// Shardings of Shardy's dialect: over which axes of a mesh of devices the axes of a tensor are
// divided.
#pragma once

#include <functional>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "ir/module.h"
#include "ir/process.h"
#include "op/rules/common.h"
#include "op/rules/device_mesh.h"

namespace tutti::op {

/// Reads `["x"=2, "y"=2], device_ids=[0, 2, 1, 3]`.
DeviceMesh read_mesh(const Operation& op, const ir::Mesh& mesh);
/// Reads an attribute `#sdy.sharding_per_value<[<@mesh, [{"x"}, {}]>, ...]>`.
std::vector<Sharding> read_shardings(const Operation& op, std::string_view attribute);
/// Reads an attribute `#sdy<manual_axes{"x", "y"}>`.
std::vector<std::string> read_manual_axes(const Operation& op);

/// The shardings of a sdy.manual_computation.
struct ManualShardings {
  DeviceMesh mesh;  // of all shardings
  std::vector<Sharding> in, out;
  std::vector<std::string> manual;  // axes
};
/// Reads them. `mesh_of` returns the module's mesh of a name, or null.
ManualShardings manual_shardings(const Operation& op,
                                 const std::function<const ir::Mesh*(const std::string&)>& mesh_of);

/// A sharding in the form of XLA's partitioner: `{devices=[2,1,2]<=[4] last_tile_dim_replicate}`.
/// The mesh has an axis for each axis of the tensor, named by its number, and more after them.
struct TileSharding {
  DeviceMesh mesh;
  Sharding sharding;
};
/// Reads mhlo.sharding of a value of that rank. Empty if it says that all devices have the same
/// value or that each has its own.
std::optional<TileSharding> read_tiles(const Operation& op, int64_t rank);
/// The tiles into which a custom call @SPMDFullToShardShape divides a value (`cuts`), or which
/// @SPMDShardToFullShape joins. The first gets them from the @Sharding before it, the second has
/// them itself.
std::optional<TileSharding> tiles_of(const Operation& op, bool cuts);

}  // namespace tutti::op
