// SPDX-License-Identifier: Apache-2.0
// JAX's shard_map: each device of a mesh runs the region on its own parts of the operands, and the
// results are what the devices' parts make up. Values outside are whole on every device.
#include "base/text.h"
#include "ir/builder.h"
#include "ir/process.h"
#include "op/catalogue.h"
#include "op/rules/mesh_device.h"
#include "op/rules/regions.h"
#include "op/rules/shardings.h"

namespace tutti::op {
namespace {

/// Checks that `parts` are of the same element type and rank as the values they are parts of, and
/// that those are a whole number of them along each axis.
void expect_parts(const Operation& op, const char* what, const std::vector<Type>& wholes,
                  const std::vector<Type>& parts) {
  constraint(op, wholes.size() == parts.size(), "manual_computation_c1",
             "{} {}s, expected {} as the region has", wholes.size(), what, parts.size());
  for (size_t i = 0; i < parts.size(); i++) {
    const Type &whole = wholes[i], &part = parts[i];
    bool fits =
        whole.kind == part.kind && whole.element == part.element && whole.rank() == part.rank();
    for (int64_t axis = 0; fits && axis < part.rank(); axis++)
      fits = ir::compatible(whole.dim(axis), part.dim(axis)) ||
             (part.dim(axis) > 0 && whole.dim(axis) % part.dim(axis) == 0);
    constraint(op, fits, "manual_computation_c2",
               "{} {} is a {}, its part on a device a {}, expected one that fits", what, i,
               whole.str(), part.str());
  }
}

/// Checks that there is one sharding for each value, with an entry for each of its axes.
void expect_shardings(const Operation& op, std::string_view attribute,
                      const std::vector<Type>& types) {
  const auto shardings = read_shardings(op, attribute);
  bool fits = shardings.size() == types.size();
  for (size_t i = 0; fits && i < types.size(); i++)
    fits = static_cast<int64_t>(shardings[i].axes.size()) == types[i].rank();
  constraint(op, fits, "manual_computation_c3",
             "{} are expected to have a sharding for each of {}, with an entry for each axis",
             attribute, ir::str(types));
}

/// Checks that computations inside a region make no axis of `outer` manual again.
void expect_other_axes(const Operation& outer, const ir::Block& region) {
  const std::vector<std::string> taken = read_manual_axes(outer);
  for (const auto& op : region.operations) {
    if (op->name() == outer.name())
      for (const std::string& axis : read_manual_axes(*op))
        constraint(*op, std::find(taken.begin(), taken.end(), axis) == taken.end(),
                   "manual_computation_c4", "axis {} is manual around it already, expected others",
                   escaped(axis));
    for (const auto& inner : op->regions) expect_other_axes(outer, *inner);
  }
}

std::vector<Type> infer(const Operation& op) {
  expect_regions(op, 1, "manual_computation_c1", "sdy.return");
  std::vector<Type> inside;
  for (const auto& argument : op.regions[0]->arguments) inside.push_back(argument->type);
  expect_parts(op, "operand", op.operand_types(), inside);
  expect_parts(op, "result", op.result_types(), op.regions[0]->terminator().operand_types());
  expect_shardings(op, "in_shardings", op.operand_types());
  expect_shardings(op, "out_shardings", op.result_types());
  expect_other_axes(op, *op.regions[0]);
  return op.result_types();
}

std::vector<Array> evaluate(const Operation& op, Operands in, Evaluation& evaluation) {
  const auto [mesh, to_parts, to_wholes, manual] =
      manual_shardings(op, [&](const std::string& name) { return evaluation.mesh(name); });
  ir::Process& process = evaluation.process();
  if (process.grid().count() == 1 && mesh.count() > 1)
    return process.run_on_grid(op, in, {1, mesh.count()});
  if (process.grid().partitions != mesh.count())
    ir::operation_error(op, fmt::format("the mesh has {} devices, the grid {} partitions",
                                        mesh.count(), process.grid().partitions));

  std::vector<size_t> axes;
  for (const std::string& name : manual) axes.push_back(mesh.axis(op, name));
  const MeshDevice device(mesh, process.partition(), axes);
  std::vector<Array> parts;
  for (size_t i = 0; i < in.size(); i++) {
    parts.push_back(device.part(op, *in[i], to_parts[i]));
    const Type& expected = op.regions[0]->arguments[i]->type;
    constraint(op, parts[i].type == expected, "manual_computation_c2",
               "a device's part of operand {} is a {}, the region takes a {}", i,
               parts[i].type.str(), expected.str());
  }
  std::vector<Array> results = evaluation.run_region(*op.regions[0], std::move(parts));
  for (size_t i = 0; i < op.result_count(); i++) {
    results[i] = gathered(op, process, device, std::move(results[i]), to_wholes[i]);
    constraint(op, results[i].type == op.result_type(i), "manual_computation_c2",
               "the devices' parts of result {} make up a {}, declared is a {}", i,
               results[i].type.str(), op.result_type(i).str());
  }
  return results;
}

/// Where every device has all of every value, the region is done in place.
std::vector<Value> decompose(Builder& b, const Operation& op) {
  const Block& body = *op.regions[0];
  ir::ValueMap map;
  for (size_t i = 0; i < op.operand_count(); i++) {
    if (body.arguments[i]->type != op.operand_type(i)) return {};
    map[body.arguments[i].get()] = op.operand(i);
  }
  if (body.terminator().operand_types() != op.result_types()) return {};
  return ir::clone_body(body, b.block(), map);
}

}  // namespace

OpDef manual_computation() {
  return {
      .name = "sdy.manual_computation",
      .assembly = "@manual_computation : functional",
      .infer = infer,
      .evaluate = evaluate,
      .no_derivative = "take the gradient in JAX, which prints what its devices exchange",
      .decompose = decompose,
      .has_side_effect = true,
  };
}

}  // namespace tutti::op
