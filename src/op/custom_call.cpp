// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <numeric>

#include "base/text.h"
#include "op/catalogue.h"
#include "op/rules/approx_top_k.h"
#include "op/rules/checks.h"
#include "op/rules/common.h"
#include "op/rules/device_mesh.h"
#include "op/rules/identity.h"
#include "op/rules/linear_algebra.h"
#include "op/rules/shardings.h"

namespace tutti::op {
namespace {

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

/// The types that layouts are for: those of a single tuple's elements, otherwise those of the
/// values.
std::vector<Type> laid_out(std::vector<Type> types) {
  const bool is_tuple = types.size() == 1 && types[0].kind == Type::Kind::tuple;
  return is_tuple ? types[0].elements() : types;
}

/// Each layout of a list is an order of its value's axes; only tensors have one.
void expect_layouts(const Operation& op, std::string_view name, const std::vector<Type>& types) {
  const auto* list = op.attribute(name).get<ir::ListAttribute>();
  constraint(op, list && list->values.size() == types.size(), "custom_call_layouts",
             "{} has {} layouts, expected one for each of {} values", name,
             list ? list->values.size() : 0, types.size());
  for (size_t i = 0; i < types.size(); i++) {
    const auto* layout = list->values[i].get<ir::Tensor>();
    const int64_t rank = types[i].is_tensor() ? types[i].rank() : 0;
    std::vector<int64_t> axes;
    const bool is_list = layout && is_integer(layout->type().element);
    for (int64_t at = 0; is_list && at < layout->type().count(); at++)
      axes.push_back(layout->int_at(at));
    std::vector<int64_t> sorted = axes, all(static_cast<size_t>(rank));
    std::sort(sorted.begin(), sorted.end());
    std::iota(all.begin(), all.end(), 0);
    constraint(op, is_list && sorted == all, "custom_call_layouts",
               "{}: layout {} of a {} is {}, expected an order of its {} axes", name, i,
               types[i].str(), ir::str(axes), rank);
  }
}

/// What the indices lead to in a value that may be a tuple of tuples; null where they lead out.
const Type* part_of(const Type& type, const std::vector<int64_t>& indices) {
  const Type* part = &type;
  for (const int64_t index : indices) {
    const auto& elements = part->elements();
    if (part->kind != Type::Kind::tuple || index < 0 || index >= std::ssize(elements))
      return nullptr;
    part = &elements[static_cast<size_t>(index)];
  }
  return part;
}

/// Several results are numbered as a tuple's elements are.
void expect_aliases(const Operation& op) {
  const ir::Attribute* given = op.attributes.find("output_operand_aliases");
  if (!given) return;
  const Type results = op.result_count() == 1 ? op.result_type()
                                              : Type::list_of(Type::Kind::tuple, op.result_types());
  for (const ir::Attribute& entry : given->get<ir::ListAttribute>()->values) {
    const auto* alias = entry.get<ir::RecordAttribute>();
    constraint(op, alias && alias->name == "stablehlo.output_operand_alias", "custom_call_i7",
               "expected #stablehlo.output_operand_alias");
    const int64_t operand = ir::record_int(*alias, "operand_index", -1);
    constraint(op, operand >= 0 && operand < std::ssize(op.operands), "custom_call_i7",
               "an alias names operand {}, expected one of {}", operand, op.operand_count());
    const Type* from = part_of(op.operand_type(static_cast<size_t>(operand)),
                               ir::record_ints(*alias, "operand_tuple_indices"));
    const Type* to = part_of(results, ir::record_ints(*alias, "output_tuple_indices"));
    constraint(op, from && to, "custom_call_i7",
               "an alias names a part of a tuple that is none, expected one that is there");
    constraint(op, *from == *to, "custom_call_i7",
               "an alias is of a {} and a {}, expected one type", from->str(), to->str());
  }
}

/// Buffers are made, filled and emptied by three targets; any other must give each buffer that it
/// results in the place of one operand, and no operand to two.
void expect_buffers(const Operation& op) {
  const auto is_buffer = [](const Type& type) { return type.kind == Type::Kind::buffer; };
  const std::string target = op.string_attribute("call_target_name");
  const size_t operands = target == "CreateBuffer" ? 0 : 1;
  if (target == "CreateBuffer" || target == "Pin" || target == "Unpin") {
    bool fits = op.operand_count() == operands && op.result_count() == 1;
    if (fits && operands == 0) fits = is_buffer(op.result_type());
    if (fits && operands == 1) {
      const Type& buffer = target == "Pin" ? op.result_type() : op.operand_type(0);
      const Type& tensor = target == "Pin" ? op.operand_type(0) : op.result_type();
      fits = is_buffer(buffer) && tensor.is_tensor() && buffer.element == tensor.element &&
             buffer.shape == tensor.shape;
    }
    constraint(op, fits, "custom_call_buffers",
               "@{} is from {} to {}, expected @CreateBuffer from () to a memref, @Pin from a "
               "tensor to a memref of it, @Unpin back",
               target, ir::str(op.operand_types()), ir::str(op.result_types()));
    return;
  }
  std::vector<int> of_operand(op.operand_count()), of_result(op.result_count());
  const ir::Attribute* given = op.attributes.find("output_operand_aliases");
  if (given) {
    for (const ir::Attribute& entry : given->get<ir::ListAttribute>()->values) {
      const auto& alias = *entry.get<ir::RecordAttribute>();
      const auto results = ir::record_ints(alias, "output_tuple_indices");
      of_operand[static_cast<size_t>(ir::record_int(alias, "operand_index"))]++;
      const size_t result = results.empty() ? 0 : static_cast<size_t>(results[0]);
      if (result < of_result.size()) of_result[result]++;
    }
  }
  for (size_t i = 0; i < of_operand.size(); i++)
    constraint(op, !is_buffer(op.operand_type(i)) || of_operand[i] <= 1, "custom_call_buffers",
               "the buffer operand {} has {} aliases, expected at most one", i, of_operand[i]);
  for (size_t i = 0; i < of_result.size(); i++)
    constraint(op, !is_buffer(op.result_type(i)) || of_result[i] == 1, "custom_call_buffers",
               "the buffer result {} has {} aliases, expected one", i, of_result[i]);
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
  if (const auto call = LinearAlgebra::of(op)) return evaluate_linear_algebra(*call, in);
  if (is_approx_top_k(op)) return evaluate_top_k(op, in, evaluation);
  const bool cuts = target == "SPMDFullToShardShape";
  if ((cuts || target == "SPMDShardToFullShape") && in.size() == 1 && op.result_count() == 1)
    return {resharded(op, *in[0], evaluation.process(), cuts)};
  ir::operation_error(
      op, fmt::format("there is no meaning for the target '{}' here; export the program for a "
                      "platform that has operations instead",
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
      .infer = infer,
      .evaluate = evaluate,
      // one that only says where a value lies passes it through
      .vjp =
          [](Vjp& v) {
            if (!is_placement_hint(v.op))
              ir::operation_error(
                  v.op, "has no derivative: what it computes is known to its target only");
            v.operand_gradients = {v.gradient()};
          },
      .has_side_effect = true,
      .takes_scales_along_axis = true,
  };
}

}  // namespace tutti::op
