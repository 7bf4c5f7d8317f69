// SPDX-License-Identifier: Apache-2.0
// Shardings as Shardy's dialect writes them: which axes of a mesh of devices share the parts of a
// tensor's axes.
#pragma once

#include <functional>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "ir/process.h"
#include "op/rules/common.h"

namespace tutti::op {

/// Devices in a grid whose axes have names.
struct DeviceMesh {
  std::vector<std::string> names;
  Shape sizes;
  std::vector<int64_t> devices;  // in row-major order of their places

  int64_t count() const { return static_cast<int64_t>(devices.size()); }
  /// The axis of a name; a UserError at the operation where there is none.
  size_t axis(const Operation& op, const std::string& name) const;
  /// Where a device is.
  Shape place_of(int64_t device) const;
  int64_t device_at(const Shape& place) const;
};

/// For each axis of a tensor the names of those that share it, the outermost first; "x:(1)2" is a
/// part of one.
using SharedAxes = std::vector<std::vector<std::string>>;

struct Sharding {
  ir::Mesh mesh;  // its name, or its axes where they stand in the sharding itself
  SharedAxes axes;
};

/// One device of a mesh, where some axes' devices have parts of values and all others' the same.
class MeshDevice {
 public:
  MeshDevice(const DeviceMesh& mesh, int64_t number, std::vector<size_t> manual)
      : mesh_(mesh), place_(mesh.place_of(number)), manual_(std::move(manual)) {}

  /// The devices that differ from this one in manual axes only.
  std::vector<int64_t> group() const;
  /// This device's part of a value.
  Array part(const Operation& op, Array whole, const Sharding& sharding) const;
  /// What the parts of the group make up, given by device.
  Array whole(const std::map<int64_t, const Array*>& parts, const Sharding& sharding) const;

 private:
  bool is_manual(size_t axis) const;
  /// The manual axes that share an axis of a tensor.
  std::vector<size_t> shared_by(const Sharding& sharding, size_t axis) const;
  Array joined(const std::map<int64_t, const Array*>& parts, const Sharding& sharding, size_t axis,
               Shape place) const;

  const DeviceMesh& mesh_;
  Shape place_;
  std::vector<size_t> manual_;
};

/// Exchanges this device's part with those of its group; gives the whole. Device and partition have
/// one number.
Array gathered(const Operation& op, ir::Process& process, const MeshDevice& device, Array part,
               const Sharding& sharding);

/// Reads `["x"=2, "y"=2], device_ids=[0, 2, 1, 3]`.
DeviceMesh read_mesh(const Operation& op, const ir::Mesh& mesh);
/// Reads an attribute `#sdy.sharding_per_value<[<@mesh, [{"x"}, {}]>, ...]>`.
std::vector<Sharding> read_shardings(const Operation& op, std::string_view attribute);
/// Reads an attribute `#sdy<manual_axes{"x", "y"}>`.
std::vector<std::string> read_manual_axes(const Operation& op);

/// What a sdy.manual_computation says of its operands and results.
struct ManualShardings {
  DeviceMesh mesh;  // that of all of them
  std::vector<Sharding> in, out;
  std::vector<std::string> manual;  // axes
};
/// Reads it; `mesh_of` gives the module's mesh of a name, or null.
ManualShardings manual_shardings(const Operation& op,
                                 const std::function<const ir::Mesh*(const std::string&)>& mesh_of);

/// A sharding as XLA's partitioner writes it: `{devices=[2,1,2]<=[4] last_tile_dim_replicate}`, the
/// mesh having an axis for each axis of the tensor, named by its number, and more behind them.
struct TileSharding {
  DeviceMesh mesh;
  Sharding sharding;
};
/// Reads mhlo.sharding of a value of that rank; nothing where it says that all devices have the
/// same, or that each has its own.
std::optional<TileSharding> read_tiles(const Operation& op, int64_t rank);
/// The tiles of a value that XLA's partitioner is told to cut or to put together by a custom call
/// @SPMDFullToShardShape or @SPMDShardToFullShape: @Sharding in front of the one and the other
/// itself have them.
std::optional<TileSharding> tiles_of(const Operation& op, bool cuts);

}  // namespace tutti::op
