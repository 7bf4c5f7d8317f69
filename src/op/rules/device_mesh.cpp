// SPDX-License-Identifier: Apache-2.0
#include "op/rules/device_mesh.h"

#include <algorithm>

#include "base/text.h"

namespace tutti::op {

size_t DeviceMesh::axis(const Operation& op, const std::string& name) const {
  const auto found = std::find(names.begin(), names.end(), name);
  if (found == names.end())
    ir::operation_error(op, fmt::format("the mesh has no axis \"{}\"; it has {}", escaped(name),
                                        escaped(fmt::format("{}", fmt::join(names, ", ")), 200)));
  return static_cast<size_t>(found - names.begin());
}

Shape DeviceMesh::place_of(int64_t device) const {
  int64_t left = std::find(devices.begin(), devices.end(), device) - devices.begin();
  Shape place(sizes.size());
  for (size_t axis = sizes.size(); axis-- > 0; left /= sizes[axis])
    place[axis] = left % sizes[axis];
  return place;
}

int64_t DeviceMesh::device_at(const Shape& place) const {
  return devices[static_cast<size_t>(ir::flat_index(place, sizes))];
}

}  // namespace tutti::op
