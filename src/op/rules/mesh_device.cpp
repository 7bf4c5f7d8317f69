// SPDX-License-Identifier: Apache-2.0
#include "op/rules/mesh_device.h"

#include <algorithm>

#include "op/rules/exchange.h"
#include "op/rules/process_groups.h"

namespace tutti::op {

std::vector<int64_t> MeshDevice::group() const {
  std::vector<int64_t> members;
  ir::for_each_index(mesh_.sizes, [&](int64_t at, const Shape& other) {
    bool near = true;
    for (size_t axis = 0; axis < other.size(); axis++)
      near = near && (other[axis] == place_[axis] || is_manual(axis));
    if (near) members.push_back(mesh_.devices[static_cast<size_t>(at)]);
  });
  return members;
}

Array MeshDevice::part(const Operation& op, Array whole, const Sharding& sharding) const {
  for (size_t axis = 0; axis < sharding.axes.size(); axis++) {
    int64_t count = 1, index = 0;
    for (const size_t shared : shared_by(sharding, axis)) {
      count *= mesh_.sizes[shared];
      index = index * mesh_.sizes[shared] + place_[shared];
    }
    const int64_t size = whole.type.shape[axis];
    if (size % count != 0)
      ir::operation_error(
          op, fmt::format("axis {} of {} has no {} equal parts", axis, whole.type.str(), count));
    if (count > 1) whole = part_of(whole, static_cast<int64_t>(axis), count, index);
  }
  return whole;
}

Array MeshDevice::whole(const std::map<int64_t, const Array*>& parts,
                        const Sharding& sharding) const {
  return joined(parts, sharding, 0, place_);
}

bool MeshDevice::is_manual(size_t axis) const {
  return std::find(manual_.begin(), manual_.end(), axis) != manual_.end();
}

std::vector<size_t> MeshDevice::shared_by(const Sharding& sharding, size_t axis) const {
  std::vector<size_t> axes;
  for (const std::string& name : sharding.axes[axis])
    for (const size_t manual : manual_)
      if (mesh_.names[manual] == name) axes.push_back(manual);
  return axes;
}

Array MeshDevice::joined(const std::map<int64_t, const Array*>& parts, const Sharding& sharding,
                         size_t axis, Shape place) const {
  if (axis == sharding.axes.size()) return *parts.at(mesh_.device_at(place));
  const std::vector<size_t> shared = shared_by(sharding, axis);
  Shape sizes(shared.size());
  for (size_t i = 0; i < shared.size(); i++) sizes[i] = mesh_.sizes[shared[i]];
  std::vector<Array> neighbours;
  ir::for_each_index(sizes, [&](int64_t, const Shape& index) {
    for (size_t i = 0; i < shared.size(); i++) place[shared[i]] = index[i];
    neighbours.push_back(joined(parts, sharding, axis + 1, place));
  });
  if (neighbours.size() == 1) return std::move(neighbours[0]);
  std::vector<const Array*> pointers;
  for (const Array& neighbour : neighbours) pointers.push_back(&neighbour);
  return concatenated(pointers, static_cast<int64_t>(axis));
}

Array gathered(const Operation& op, ir::Process& process, const MeshDevice& device, Array part,
               const Sharding& sharding) {
  const std::vector<int64_t> group = device.group();
  std::vector<int64_t> processes;
  for (const int64_t member : group)
    processes.push_back(process.replica() * process.grid().partitions + member);
  const auto messages = exchange_messages(
      op, process, processes, fmt::format("{} with device {}", op.name(), group.front()),
      std::make_shared<const std::vector<Array>>(1, std::move(part)));
  std::map<int64_t, const Array*> parts;
  for (size_t i = 0; i < group.size(); i++) parts[group[i]] = &(*messages[i])[0];
  return device.whole(parts, sharding);
}

}  // namespace tutti::op
