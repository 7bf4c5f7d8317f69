// SPDX-License-Identifier: Apache-2.0
// Devices along the axes of a mesh, and how tensors are divided over them.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "ir/module.h"
#include "ir/process.h"
#include "op/rules/common.h"

namespace tutti::op {

/// Devices arranged along axes that have names.
struct DeviceMesh {
  std::vector<std::string> names;
  Shape sizes;
  std::vector<int64_t> devices;  // in row-major order

  int64_t count() const { return static_cast<int64_t>(devices.size()); }
  /// The axis of a name. If there is none, a UserError at the operation.
  size_t axis(const Operation& op, const std::string& name) const;
  /// The multi-index of a device.
  Shape place_of(int64_t device) const;
  int64_t device_at(const Shape& place) const;
};

/// For each axis of a tensor the names of the mesh axes over which it is divided, the outermost
/// first. "x:(1)2" is a part of an axis.
using SharedAxes = std::vector<std::vector<std::string>>;

struct Sharding {
  ir::Mesh mesh;  // its name, or its axes if they are in the sharding itself
  SharedAxes axes;
};

}  // namespace tutti::op
