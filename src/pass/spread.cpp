// SPDX-License-Identifier: Apache-2.0
#include "pass/spread.h"

#include "base/text.h"
#include "op/emit.h"
#include "op/rules/device_mesh.h"
#include "op/rules/identity.h"
#include "op/rules/ragged_exchange.h"
#include "op/rules/region_emit.h"
#include "op/rules/shardings.h"
#include "pass/rewrite.h"

namespace tutti::pass {
namespace {

using ir::Builder;
using ir::Operation;
using ir::Value;

constexpr std::string_view kManual = "sdy.manual_computation";

/// Emits, for every process, how values are divided among the devices of a mesh and joined again.
class Spreader {
 public:
  Spreader(Builder& builder, const Operation& op, ir::GridSize grid, op::DeviceMesh mesh)
      : b_(builder), op_(op), grid_(grid), mesh_(std::move(mesh)) {
    if (grid.partitions != mesh_.count())
      ir::operation_error(
          op, fmt::format("is for {0} devices, the grid has {1} partitions; run it with "
                          "--partitions {0}",
                          mesh_.count(), grid.partitions));
  }

  /// This process's part of a value whose axes are divided over those of the mesh.
  Value part(Value whole, const std::vector<std::vector<size_t>>& shared);
  /// The value that the parts of all processes make up.
  Value whole(Value part, const std::vector<std::vector<size_t>>& shared);

 private:
  int64_t parts_of(const std::vector<size_t>& shared) const {
    int64_t count = 1;
    for (const size_t axis : shared) count *= mesh_.sizes[axis];
    return count;
  }
  Value start_of(const std::vector<size_t>& shared, int64_t size);
  ir::Tensor groups_of(const std::vector<size_t>& shared) const;

  Builder& b_;
  const Operation& op_;
  ir::GridSize grid_;
  op::DeviceMesh mesh_;
};

ir::Attribute grid_attribute(ir::GridSize grid) {
  return ir::ints_attribute({grid.replicas, grid.partitions});
}

/// Where this process's part begins along an axis that is divided into parts of `size`.
Value Spreader::start_of(const std::vector<size_t>& shared, int64_t size) {
  std::vector<int64_t> starts;
  for (int64_t device = 0; device < mesh_.count(); device++) {
    const ir::Shape place = mesh_.place_of(device);
    int64_t index = 0;
    for (const size_t axis : shared) index = index * mesh_.sizes[axis] + place[axis];
    starts.push_back(index * size);
  }
  const auto type = ir::Type::tensor(ir::ElementType::i64, {mesh_.count()});
  const Value table = b_.one("stablehlo.constant", {},
                             ir::attributes({{"value", ir::Tensor::of_ints(type, starts)}}));
  const Value number =
      b_.one("stablehlo.partition_id", {},
             ir::attributes({{std::string(op::kGridAttribute), grid_attribute(grid_)}}),
             {ir::Type::scalar(ir::ElementType::ui32)});
  const Value start = b_.one("stablehlo.dynamic_slice", {table, number},
                             ir::attributes({{"slice_sizes", ir::ints_attribute({1})}}));
  return op::reshape(b_, start, {});
}

Value Spreader::part(Value whole, const std::vector<std::vector<size_t>>& shared) {
  std::vector<Value> operands = {whole};
  ir::Shape sizes = whole->type.shape;
  bool cuts = false;
  for (size_t axis = 0; axis < sizes.size(); axis++) {
    const int64_t count = parts_of(shared[axis]);
    if (sizes[axis] % count != 0)
      ir::operation_error(
          op_, fmt::format("axis {} of {} has no {} equal parts", axis, whole->type.str(), count));
    sizes[axis] /= count;
    cuts = cuts || count > 1;
  }
  if (!cuts) return whole;
  for (size_t axis = 0; axis < sizes.size(); axis++)
    operands.push_back(start_of(shared[axis], sizes[axis]));
  return b_.one("stablehlo.dynamic_slice", std::move(operands),
                ir::attributes({{"slice_sizes", ir::ints_attribute(sizes)}}));
}

/// The processes that differ only along some axes of the mesh: a row for each place along the
/// others.
ir::Tensor Spreader::groups_of(const std::vector<size_t>& shared) const {
  ir::Shape other_sizes = mesh_.sizes, shared_sizes;
  for (const size_t axis : shared) {
    other_sizes[axis] = 1;
    shared_sizes.push_back(mesh_.sizes[axis]);
  }
  std::vector<int64_t> ids;
  for (int64_t replica = 0; replica < grid_.replicas; replica++)
    ir::for_each_index(other_sizes, [&](int64_t, const ir::Shape& other) {
      ir::for_each_index(shared_sizes, [&](int64_t, const ir::Shape& index) {
        ir::Shape place = other;
        for (size_t i = 0; i < shared.size(); i++) place[shared[i]] = index[i];
        ids.push_back(replica * grid_.partitions + mesh_.device_at(place));
      });
    });
  const int64_t members = parts_of(shared);
  return ir::Tensor::of_ints(
      ir::Type::tensor(ir::ElementType::i64, {grid_.count() / members, members}), ids);
}

Value Spreader::whole(Value part, const std::vector<std::vector<size_t>>& shared) {
  for (size_t axis = 0; axis < shared.size(); axis++) {
    const int64_t count = parts_of(shared[axis]);
    if (count == 1) continue;
    if (part->type.shape[axis] == 0) continue;  // it has no elements
    ir::RecordAttribute channel{"stablehlo.channel_handle", {}};
    channel.fields.set("handle", ir::int_attribute(1));
    channel.fields.set("type", ir::int_attribute(1));
    part = b_.one("stablehlo.all_gather", {part},
                  ir::attributes({{"all_gather_dim", ir::int_attribute(static_cast<int64_t>(axis))},
                                  {"channel_handle", channel},
                                  {"replica_groups", groups_of(shared[axis])},
                                  {std::string(op::kGridAttribute), grid_attribute(grid_)},
                                  {"use_global_device_ids", ir::Unit{}}}));
  }
  return part;
}

/// For each axis of a value the manual axes of the mesh over which it is divided.
std::vector<std::vector<size_t>> shared_axes(const op::DeviceMesh& mesh,
                                             const op::Sharding& sharding,
                                             const std::vector<std::string>& manual) {
  std::vector<std::vector<size_t>> shared;
  for (const auto& names : sharding.axes) {
    auto& axes = shared.emplace_back();
    for (const std::string& name : names)
      if (std::find(manual.begin(), manual.end(), name) != manual.end())
        axes.push_back(static_cast<size_t>(std::find(mesh.names.begin(), mesh.names.end(), name) -
                                           mesh.names.begin()));
  }
  return shared;
}

void expect_type(const Operation& op, const char* what, const ir::Type& found,
                 const ir::Type& expected) {
  if (found != expected)
    ir::operation_error(op, fmt::format("{} is a {}, declared is a {} [manual_computation_c2]",
                                        what, found.str(), expected.str()));
}

op::ManualShardings shardings_of(const Operation& op, const ir::Module& module) {
  return op::manual_shardings(op, [&](const std::string& name) -> const ir::Mesh* {
    for (const ir::Mesh& mesh : module.meshes)
      if (mesh.name == name) return &mesh;
    return nullptr;
  });
}

std::vector<Value> spread_manual(Builder& b, const Operation& op, const ir::Module& module,
                                 ir::GridSize grid) {
  const op::ManualShardings shardings = shardings_of(op, module);
  Spreader spreader(b, op, grid, shardings.mesh);
  const ir::Block& body = *op.regions[0];
  ir::ValueMap map;
  for (size_t i = 0; i < op.operand_count(); i++) {
    const auto shared = shared_axes(shardings.mesh, shardings.in[i], shardings.manual);
    const Value part = spreader.part(op.operand(i), shared);
    expect_type(op, "a device's part", part->type, body.arguments[i]->type);
    map[body.arguments[i].get()] = part;
  }
  std::vector<Value> results = ir::clone_body(body, b.block(), map);
  for (size_t i = 0; i < results.size(); i++) {
    results[i] =
        spreader.whole(results[i], shared_axes(shardings.mesh, shardings.out[i], shardings.manual));
    expect_type(op, "what the parts make up", results[i]->type, op.result_type(i));
  }
  return results;
}

std::vector<Value> spread_reshard(Builder& b, const Operation& op, ir::GridSize grid, bool cuts) {
  const auto tiles = op::tiles_of(op, cuts);
  Value result = op.operand(0);
  if (tiles) {
    const auto shared = shared_axes(tiles->mesh, tiles->sharding, tiles->mesh.names);
    Spreader spreader(b, op, grid, tiles->mesh);
    result = cuts ? spreader.part(result, shared) : spreader.whole(result, shared);
  }
  expect_type(op, "what it makes", result->type, op.result_type());
  return {result};
}

void ask_for(const ir::Module& module, const ir::Block& block, ir::GridSize& grid) {
  for (const auto& op : block.operations) {
    if (op->name() == kManual) {
      const int64_t count = shardings_of(*op, module).mesh.count();
      if (grid.partitions > 1 && count > 1 && count != grid.partitions)
        ir::operation_error(
            *op, fmt::format("is for {} devices, another one for {}; the backend reference runs "
                             "both in one program",
                             count, grid.partitions));
      grid.partitions = std::max(grid.partitions, count);
    }
    for (const auto& region : op->regions) ask_for(module, *region, grid);
  }
}

}  // namespace

ir::GridSize grid_asked_for(const ir::Module& module, const ir::Function& function) {
  ir::GridSize grid;
  ask_for(module, function.body, grid);
  return grid;
}

ir::Module spread(const ir::Module& module, const ir::Catalogue& catalogue, ir::GridSize grid) {
  return rewrite(
      module, catalogue, [&](Builder& b, const Operation& op) -> std::optional<std::vector<Value>> {
        if (op.name() == kManual) return spread_manual(b, op, module, grid);
        if (op::is_ragged_exchange(op))
          return std::vector<Value>{op::emit_ragged_exchange(b, op, grid, grid_attribute(grid))};
        if (op.name() == "stablehlo.custom_call" && op::needs_grid(op))
          return spread_reshard(b, op, grid,
                                op.string_attribute("call_target_name") == "SPMDFullToShardShape");
        if (!op::is_of_process(op)) return std::nullopt;
        ir::Attributes attributes = op.attributes;
        attributes.set(op::kGridAttribute, grid_attribute(grid));
        return b.create(op.name(), op.operands, std::move(attributes), op.result_types(),
                        [&](Operation& copy) {
                          for (const auto& region : op.regions) op::copy_region(*region, copy);
                        });
      });
}

}  // namespace tutti::pass
