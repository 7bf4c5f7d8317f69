// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <numeric>

#include "base/text.h"
#include "op/catalogue.h"
#include "op/custom_call_buffers.h"
#include "op/rules/approx_top_k.h"
#include "op/rules/checks.h"
#include "op/rules/common.h"
#include "op/rules/device_mesh.h"
#include "op/rules/dynamic.h"
#include "op/rules/identity.h"
#include "op/rules/linear_algebra.h"
#include "op/rules/linear_algebra_gradients.h"
#include "op/rules/mesh_device.h"
#include "op/rules/ragged_exchange.h"
#include "op/rules/shardings.h"
#include "op/rules/sized_call.h"
#include "op/rules/sparse_product.h"

namespace tutti::op {
namespace {

void expect_devices(const Operation& op, const ir::Process& process, const DeviceMesh& mesh) {
  if (process.grid().partitions != mesh.count())
    ir::operation_error(op,
                        fmt::format("is for {0} devices, the grid has {1} partitions; run it with "
                                    "--partitions {0}",
                                    mesh.count(), process.grid().partitions));
}

/// JAX's shard_map before it printed Shardy's dialect: whole values to a device's parts and back.
Array resharded(const Operation& op, const Array& value, ir::Process& process, bool cuts) {
  const auto tiles = tiles_of(op, cuts);
  Array result = value;
  if (tiles) {
    const DeviceMesh& mesh = tiles->mesh;
    expect_devices(op, process, mesh);
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
/// and the numbers that replace {0}, {1}, ... in its message.
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

std::vector<Type> infer(const Operation& op) {
  constraint(op, !op.string_attribute("call_target_name").empty(), "custom_call_i2",
             "call_target_name is empty, expected a name");
  const int64_t version = op.int_attribute("api_version", 1);
  constraint(op, version >= 0 && version <= 4, "custom_call_i5",
             "api_version is {}, expected 0 to 4", version);
  if (const ir::Attribute* config = op.attributes.find("backend_config")) {
    const bool is_dictionary = config->get<ir::DictionaryAttribute>() != nullptr;
    constraint(op, version == 4 ? is_dictionary : config->get<std::string>() != nullptr,
               "custom_call_i4", "backend_config of api_version {}: expected a {}", version,
               version == 4 ? "dictionary" : "string");
  }
  const bool of_operands = op.attributes.find("operand_layouts") != nullptr;
  const bool of_results = op.attributes.find("result_layouts") != nullptr;
  constraint(op, of_operands == of_results, "custom_call_layouts",
             "has layouts of its {} alone, expected those of operands and results, or none",
             of_operands ? "operands" : "results");
  if (of_operands) {
    expect_layouts(op, "operand_layouts", op.operand_types());
    expect_layouts(op, "result_layouts", laid_out(op.result_types()));
  }
  expect_aliases(op);
  expect_buffers(op);
  const std::string target = op.string_attribute("call_target_name");
  if (is_called_check(target)) expect_called_check(op, target);
  static_cast<void>(LinearAlgebra::of(op));
  if (is_approx_top_k(op)) static_cast<void>(read_top_k(op));
  if (is_sparse_product(op)) expect_sparse_product(op);
  if (is_ragged_exchange(op)) expect_ragged_exchange(op);
  return op.result_types();
}

std::vector<Array> evaluate(const Operation& op, Operands in, Evaluation& evaluation) {
  const std::string target = op.string_attribute("call_target_name");
  if (is_called_check(target)) return evaluate_called_check(op, target, in);
  if (is_placement_hint(op)) return {*in[0]};
  if (target == "shape_assertion") {
    hold_sizes(op, in);
    return {};
  }
  if (is_sized_call(op)) return evaluate_sized_call(op, in, evaluation);
  if (const auto call = LinearAlgebra::of(op)) return evaluate_linear_algebra(*call, in);
  if (is_approx_top_k(op)) return evaluate_top_k(op, in, evaluation);
  if (is_sparse_product(op)) return {evaluate_sparse_product(op, in)};
  if (is_ragged_exchange(op)) return {evaluate_ragged_exchange(op, in, evaluation)};
  const bool cuts = target == "SPMDFullToShardShape";
  if ((cuts || target == "SPMDShardToFullShape") && in.size() == 1 && op.result_count() == 1)
    return {resharded(op, *in[0], evaluation.process(), cuts)};
  ir::operation_error(
      op, fmt::format("there is no meaning for the target '{}' here; export the program for a "
                      "platform that has operations instead",
                      escaped(target)));
}

/// Sizes that are known and as expected need no check when the program runs.
bool are_held(const Operation& op) {
  std::vector<Array> numbers;
  for (Value operand : op.operands) {
    const auto known = known_integers(operand);
    if (!known || operand->type.rank() != 0) return false;
    numbers.emplace_back(operand->type).i(0) = (*known)[0];
  }
  std::vector<const Array*> pointers;
  for (const Array& number : numbers) pointers.push_back(&number);
  hold_sizes(op, pointers);
  return true;
}

std::vector<Value> decompose(Builder& b, const Operation& op) {
  const std::vector<Value> none(op.result_count() + 1);  // it stays
  if (op.string_attribute("call_target_name") == "shape_assertion")
    return are_held(op) ? std::vector<Value>() : none;
  const bool is_static = std::all_of(op.operands.begin(), op.operands.end(),
                                     [](Value value) { return value->type.is_static(); });
  if (is_sparse_product(op) && is_static) return {emit_sparse_product(b, op)};
  if (is_sized_call(op) && is_static) {
    std::vector<Value> results = emit_sized_call(b, op);
    return results.empty() ? none : results;
  }
  return none;
}

// one that only says where a value lies passes it through
void vjp(Vjp& v) {
  if (is_sparse_product(v.op)) return;  // by its parts
  if (const auto call = LinearAlgebra::of(v.op)) return linear_algebra_vjp(*call, v);
  if (!is_placement_hint(v.op))
    ir::operation_error(v.op, "has no derivative: what it computes is known to its target only");
  v.operand_gradients = {v.gradient()};
}

}  // namespace

OpDef custom_call() {
  return {
      .name = "stablehlo.custom_call",
      .assembly = "{call_target_name:target:i2}($*) : functional",
      .attributes =
          "has_side_effect?:bool:i3, api_version?:int32:i5, called_computations?:symbols, "
          "output_operand_aliases?:list, operand_layouts?:list, result_layouts?:list",
      .infer = infer,
      .evaluate = evaluate,
      .vjp = vjp,
      .decompose = decompose,
      .has_side_effect = true,
      .takes_scales_along_axis = true,
  };
}

}  // namespace tutti::op
