// SPDX-License-Identifier: Apache-2.0
// Shardings as Shardy's dialect writes them: which axes of a mesh of devices share the parts of a
// tensor's axes.
#pragma once

#include <string>
#include <vector>

#include "op/rules.h"

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

/// Reads `["x"=2, "y"=2], device_ids=[0, 2, 1, 3]`.
DeviceMesh read_mesh(const ir::Mesh& mesh);
/// Reads an attribute `#sdy.sharding_per_value<[<@mesh, [{"x"}, {}]>, ...]>`.
std::vector<Sharding> read_shardings(const Operation& op, std::string_view attribute);
/// Reads an attribute `#sdy<manual_axes{"x", "y"}>`.
std::vector<std::string> read_manual_axes(const Operation& op);

}  // namespace tutti::op
