// SPDX-License-Identifier: Apache-2.0
// JAX's shard_map: each device of a mesh runs the region on its own parts of the operands, and the
// results are what the devices' parts make up. Values outside are whole on every device.
#include <map>

#include "base/text.h"
#include "ir/process.h"
#include "op/catalogue.h"
#include "op/collective.h"
#include "op/regions.h"
#include "op/shardings.h"

namespace tutti::op {
namespace {

/// Holds that `parts` are of the same element type and rank as the values they are parts of, and
/// that those are a whole number of them along each axis.
void expect_parts(const Operation& op, const char* what, const std::vector<Type>& wholes,
                  const std::vector<Type>& parts) {
  constraint(op, wholes.size() == parts.size(), "manual_computation_c1",
             "{} {}s, the region has {}", wholes.size(), what, parts.size());
  for (size_t i = 0; i < parts.size(); i++) {
    const Type &whole = wholes[i], &part = parts[i];
    bool fits =
        whole.kind == part.kind && whole.element == part.element && whole.rank() == part.rank();
    for (int64_t axis = 0; fits && axis < part.rank(); axis++)
      fits = whole.dim(axis) == part.dim(axis) ||
             (part.dim(axis) > 0 && whole.dim(axis) % part.dim(axis) == 0);
    constraint(op, fits, "manual_computation_c2", "{} {} is a {}, a device's part of it a {}", what,
               i, whole.str(), part.str());
  }
}

/// Holds that there is one sharding for each value, with an entry for each of its axes.
std::vector<Sharding> expect_shardings(const Operation& op, std::string_view attribute,
                                       const std::vector<Type>& types) {
  auto shardings = read_shardings(op, attribute);
  bool fits = shardings.size() == types.size();
  for (size_t i = 0; fits && i < types.size(); i++)
    fits = static_cast<int64_t>(shardings[i].axes.size()) == types[i].rank();
  constraint(op, fits, "manual_computation_c3",
             "{} have no sharding for each of {} with an entry for each of its axes", attribute,
             ir::str(types));
  return shardings;
}

std::vector<Type> infer(const Operation& op) {
  expect_regions(op, 1, "manual_computation_c1", "sdy.return");
  std::vector<Type> inside;
  for (const auto& argument : op.regions[0]->arguments) inside.push_back(argument->type);
  expect_parts(op, "operand", op.operand_types(), inside);
  expect_parts(op, "result", op.result_types(), op.regions[0]->terminator().operand_types());
  expect_shardings(op, "in_shardings", op.operand_types());
  expect_shardings(op, "out_shardings", op.result_types());
  return op.result_types();
}

/// One device's view of the operation.
class Device {
 public:
  Device(const Operation& op, const DeviceMesh& mesh, int64_t number)
      : mesh_(mesh), place_(mesh.place_of(number)) {
    for (const std::string& name : read_manual_axes(op)) manual_[name] = mesh.axis(op, name);
  }

  /// The devices that differ in manual axes only.
  std::vector<int64_t> group() const {
    std::vector<int64_t> members;
    for (const int64_t device : mesh_.devices) {
      const Shape other = mesh_.place_of(device);
      bool near = true;
      for (size_t axis = 0; axis < other.size(); axis++)
        near = near && (other[axis] == place_[axis] || is_manual(axis));
      if (near) members.push_back(device);
    }
    return members;
  }

  Array part(Array whole, const Sharding& sharding) const {
    for (size_t axis = 0; axis < sharding.axes.size(); axis++) {
      int64_t count = 1, index = 0;
      for (const size_t shared : manual_axes(sharding, axis)) {
        count *= mesh_.sizes[shared];
        index = index * mesh_.sizes[shared] + place_[shared];
      }
      if (count > 1) whole = part_of(whole, static_cast<int64_t>(axis), count, index);
    }
    return whole;
  }

  /// What the parts of a group make up, given by device.
  Array whole(const std::map<int64_t, const Array*>& parts, const Sharding& sharding) const {
    return joined(parts, sharding, 0, place_);
  }

 private:
  bool is_manual(size_t axis) const {
    return std::any_of(manual_.begin(), manual_.end(),
                       [&](const auto& manual) { return manual.second == axis; });
  }
  /// The manual axes that share an axis of a tensor.
  std::vector<size_t> manual_axes(const Sharding& sharding, size_t axis) const {
    std::vector<size_t> axes;
    for (const std::string& name : sharding.axes[axis])
      if (const auto found = manual_.find(name); found != manual_.end())
        axes.push_back(found->second);
    return axes;
  }
  Array joined(const std::map<int64_t, const Array*>& parts, const Sharding& sharding, size_t axis,
               Shape place) const {
    if (axis == sharding.axes.size()) return *parts.at(mesh_.device_at(place));
    const std::vector<size_t> shared = manual_axes(sharding, axis);
    Shape sizes;
    for (const size_t one : shared) sizes.push_back(mesh_.sizes[one]);
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

  const DeviceMesh& mesh_;
  Shape place_;
  std::map<std::string, size_t> manual_;  // axes by name
};

/// The mesh of some shardings, which is that of all.
DeviceMesh mesh_of(const Operation& op, const std::vector<Sharding>& shardings,
                   const Evaluation& evaluation) {
  if (shardings.empty())
    ir::operation_error(op, "without operands and results there is no mesh to run on");
  const ir::Mesh& mesh = shardings[0].mesh;
  const ir::Mesh* found = mesh.name.empty() ? &mesh : evaluation.mesh(mesh.name);
  if (!found) ir::operation_error(op, fmt::format("there is no mesh @{}", escaped(mesh.name)));
  return read_mesh(*found);
}

std::vector<Array> evaluate(const Operation& op, Operands in, Evaluation& evaluation) {
  const auto to_parts = expect_shardings(op, "in_shardings", op.operand_types());
  const auto to_wholes = expect_shardings(op, "out_shardings", op.result_types());
  const DeviceMesh mesh = mesh_of(op, to_parts.empty() ? to_wholes : to_parts, evaluation);
  Process& process = evaluation.process();
  if (process.grid().count() == 1 && mesh.count() > 1)
    return process.run_on_grid(op, in, {1, mesh.count()});
  if (process.grid().partitions != mesh.count())
    ir::operation_error(op, fmt::format("the mesh has {} devices, the grid {} partitions",
                                        mesh.count(), process.grid().partitions));

  const Device device(op, mesh, process.partition());
  std::vector<Array> parts;
  for (size_t i = 0; i < in.size(); i++) {
    parts.push_back(device.part(*in[i], to_parts[i]));
    const Type& expected = op.regions[0]->arguments[i]->type;
    constraint(op, parts[i].type == expected, "manual_computation_c2",
               "a device's part of operand {} is a {}, the region takes a {}", i,
               parts[i].type.str(), expected.str());
  }
  const auto mine = std::make_shared<const std::vector<Array>>(
      evaluation.run_region(*op.regions[0], std::move(parts)));

  const int64_t first = process.replica() * process.grid().partitions;
  const std::vector<int64_t> group = device.group();
  const std::string tag = fmt::format("{} among {}", op.name(), ir::str(group));
  for (const int64_t member : group) process.send(first + member, tag, mine);
  std::vector<Process::Message> messages;
  for (const int64_t member : group) messages.push_back(process.receive(op, first + member, tag));
  std::vector<Array> results;
  for (size_t i = 0; i < op.result_count(); i++) {
    std::map<int64_t, const Array*> by_device;
    for (size_t m = 0; m < group.size(); m++) by_device[group[m]] = &(*messages[m])[i];
    results.push_back(device.whole(by_device, to_wholes[i]));
    constraint(op, results[i].type == op.result_type(i), "manual_computation_c2",
               "the devices' parts of result {} make up a {}, declared is a {}", i,
               results[i].type.str(), op.result_type(i).str());
  }
  return results;
}

}  // namespace

OpDef manual_computation() {
  return {
      .name = "sdy.manual_computation",
      .assembly = "@manual_computation : functional",
      .infer = infer,
      .evaluate = evaluate,
      .no_derivative = "take the gradient in JAX, which prints what its devices exchange",
      .has_side_effect = true,
  };
}

}  // namespace tutti::op
