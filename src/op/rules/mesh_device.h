// SPDX-License-Identifier: Apache-2.0
// One device of a mesh, and which part of a value it has.
#pragma once

#include <cstdint>
#include <map>
#include <utility>
#include <vector>

#include "ir/module.h"
#include "ir/process.h"
#include "op/rules/common.h"
#include "op/rules/device_mesh.h"

namespace tutti::op {

/// One device of a mesh. Along manual axes devices have parts of values, along others the same
/// values.
class MeshDevice {
 public:
  MeshDevice(const DeviceMesh& mesh, int64_t number, std::vector<size_t> manual)
      : mesh_(mesh), place_(mesh.place_of(number)), manual_(std::move(manual)) {}

  /// The devices that differ from this one in manual axes only.
  std::vector<int64_t> group() const;
  /// This device's part of a value.
  Array part(const Operation& op, Array whole, const Sharding& sharding) const;
  /// The value that the parts of the group make up. `parts` is by device.
  Array whole(const std::map<int64_t, const Array*>& parts, const Sharding& sharding) const;

 private:
  bool is_manual(size_t axis) const;
  /// The manual axes over which an axis of a tensor is divided.
  std::vector<size_t> shared_by(const Sharding& sharding, size_t axis) const;
  Array joined(const std::map<int64_t, const Array*>& parts, const Sharding& sharding, size_t axis,
               Shape place) const;

  const DeviceMesh& mesh_;
  Shape place_;
  std::vector<size_t> manual_;
};

/// Exchanges this device's part with those of its group and returns the whole value. A device's
/// number is that of its partition.
Array gathered(const Operation& op, ir::Process& process, const MeshDevice& device, Array part,
               const Sharding& sharding);

}  // namespace tutti::op
