// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <numeric>

#include "base/text.h"
#include "op/catalogue.h"
#include "op/identity.h"
#include "op/rules.h"
#include "op/shardings.h"

namespace tutti::op {
namespace {

/// The tiles of a value that XLA's partitioner is told to cut or to put together, as @Sharding in
/// front of the one and the other itself have them.
std::optional<TileSharding> tiles_of(const Operation& op, bool cuts) {
  const Operation* told = cuts ? op.operand(0)->owner : &op;
  if (!told || told->name() != op.name() || !told->attributes.find("mhlo.sharding"))
    ir::operation_error(op, "expected @Sharding with mhlo.sharding as what makes its operand");
  return read_tiles(*told, told->result_type().rank());
}

/// JAX's shard_map before it printed Shardy's dialect: whole values to a device's parts and back.
Array resharded(const Operation& op, const Array& value, ir::Process& process, bool cuts) {
  const auto tiles = tiles_of(op, cuts);
  Array result = value;
  if (tiles) {
    const DeviceMesh& mesh = tiles->mesh;
    if (process.grid().partitions != mesh.count())
      ir::operation_error(
          op, fmt::format("is for {0} devices, the grid has {1} partitions; run it with "
                          "--partitions {0}",
                          mesh.count(), process.grid().partitions));
    std::vector<size_t> manual(tiles->sharding.axes.size());
    std::iota(manual.begin(), manual.end(), size_t{0});
    const MeshDevice device(mesh, process.partition(), manual);
    result = cuts ? device.part(op, value, tiles->sharding)
                  : gathered(op, process, device, value, tiles->sharding);
  }
  if (result.type != op.result_type())
    ir::operation_error(op, fmt::format("makes a {} of the operand, declared is a {}",
                                        result.type.str(), op.result_type().str()));
  return result;
}

/// JAX's check of the sizes given to a program that was exported with symbolic ones: a condition,
/// and the numbers that stand for {0}, {1}, ... in its message.
void hold_sizes(const Operation& op, Operands in) {
  const auto is_scalar = [](const Array* array) { return array->type.rank() == 0; };
  const bool fits =
      !in.empty() && op.result_count() == 0 && std::all_of(in.begin(), in.end(), is_scalar) &&
      in[0]->type.element == ElementType::i1 &&
      std::all_of(in.begin() + 1, in.end(),
                  [](const Array* array) { return ir::is_integer(array->type.element); });
  if (!fits) ir::operation_error(op, "expected a tensor<i1>, integers of rank 0, and no results");
  if (in[0]->i(0) != 0) return;
  std::string message = op.attributes.find("error_message") ? op.string_attribute("error_message")
                                                            : "the sizes are not as expected";
  for (size_t i = 1; i < in.size(); i++) {
    const std::string place = fmt::format("{{{}}}", i - 1), number = std::to_string(in[i]->i(0));
    for (size_t at = 0; (at = message.find(place, at)) != std::string::npos; at += number.size())
      message.replace(at, place.size(), number);
  }
  ir::operation_error(op, escaped(message));
}

std::vector<Array> evaluate(const Operation& op, Operands in, Evaluation& evaluation) {
  const std::string target = op.string_attribute("call_target_name");
  const ir::OpDef* check = target.starts_with("check.")
                               ? catalogue().find(target == "check.eq" ? "check.expect_eq" : target)
                               : nullptr;
  if (check) {
    static_cast<void>(check->infer(op));
    return check->evaluate(op, in, evaluation);
  }
  if (only_places(op)) return {*in[0]};
  if (target == "shape_assertion") {
    hold_sizes(op, in);
    return {};
  }
  const bool cuts = target == "SPMDFullToShardShape";
  if ((cuts || target == "SPMDShardToFullShape") && in.size() == 1 && op.result_count() == 1)
    return {resharded(op, *in[0], evaluation.process(), cuts)};
  ir::operation_error(
      op,
      fmt::format(
          "there is no meaning for the target '{}' here; export the program for the platform cpu "
          "without custom calls",
          escaped(target)));
}

}  // namespace

OpDef custom_call() {
  return {
      .name = "stablehlo.custom_call",
      .assembly = "{call_target_name:target:i2}($*) : functional",
      .attributes =
          "has_side_effect?:bool:i3, api_version?:int32:i5, called_computations?:symbols, "
          "output_operand_aliases?:list, operand_layouts?:list, result_layouts?:list",
      .infer = [](const Operation& op) -> std::vector<Type> {
        constraint(op, !op.string_attribute("call_target_name").empty(), "custom_call_i2",
                   "call_target_name is empty, expected a name");
        const int64_t version = op.int_attribute("api_version", 1);
        constraint(op, version >= 0 && version <= 4, "custom_call_i5",
                   "api_version is {}, expected 0 to 4", version);
        return op.result_types();
      },
      .evaluate = evaluate,
      // one that only says where a value lies passes it through
      .vjp =
          [](Vjp& v) {
            if (!only_places(v.op))
              ir::operation_error(
                  v.op, "has no derivative: what it computes is known to its target only");
            v.operand_gradients = {v.gradient()};
          },
      .has_side_effect = true,
      .takes_scales_along_axis = true,
  };
}

}  // namespace tutti::op
