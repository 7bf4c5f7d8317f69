// SPDX-License-Identifier: Apache-2.0
#include "backend/pjrt/program_text.h"

#include "ir/print.h"
#include "op/catalogue.h"
#include "op/rules/identity.h"
#include "pass/inline_calls.h"

namespace tutti::backend::pjrt {
namespace {

/// Without those of our own dialect.
ir::Attributes foreign(const ir::Attributes& attributes) {
  ir::Attributes kept;
  for (const auto& [name, value] : attributes.entries())
    if (!name.starts_with("tutti.")) kept.set(name, value);
  return kept;
}

bool is_donated(const ir::Attributes& attributes) {
  const ir::Attribute* donor = attributes.find("jax.buffer_donor");
  const bool* given = donor ? donor->get<bool>() : nullptr;
  return attributes.find("tf.aliasing_output") || (given && *given);
}

/// Arguments with tf.aliasing_output, and those results.
std::vector<std::pair<size_t, size_t>> aliases_of(const ir::Function& function) {
  std::vector<std::pair<size_t, size_t>> aliases;
  std::vector<bool> taken(function.result_types.size());
  for (size_t i = 0; i < function.argument_count(); i++) {
    const ir::Attribute* found = function.argument_attributes[i].find("tf.aliasing_output");
    const auto* result = found ? found->get<ir::IntegerAttribute>() : nullptr;
    if (!result || result->value < 0) continue;
    const auto index = static_cast<size_t>(result->value);
    if (index >= taken.size() || taken[index] ||
        function.result_types[index] != function.argument(i)->type)
      continue;
    taken[index] = true;
    aliases.emplace_back(i, index);
  }
  return aliases;
}

int64_t module_int(const ir::Module& module, std::string_view name) {
  const ir::Attribute* found = module.attributes.find(name);
  const auto* integer = found ? found->get<ir::IntegerAttribute>() : nullptr;
  if (found && (!integer || integer->value < 1))
    user_error("the module's {} is no positive integer", name);
  return integer ? integer->value : 1;
}

/// The C API has no function that fills an infeed or empties an outfeed, and we serve no transfers
/// with the host: a program with one of them would wait for ever.
void refuse_transfers_with_host(const ir::Block& block) {
  for (const auto& op : block.operations) {
    const std::string_view name = op->name();
    const bool feed = name == "stablehlo.infeed" || name == "stablehlo.outfeed";
    const bool channel = (name == "stablehlo.send" || name == "stablehlo.recv") &&
                         op->bool_attribute("is_host_transfer", false);
    if (feed || channel)
      ir::operation_error(*op,
                          "PJRT has no way to exchange values with a program that runs, so it "
                          "would wait for ever; give them as arguments and results instead");
    for (const auto& region : op->regions) refuse_transfers_with_host(*region);
  }
}

/// A sort's axis may count from the last one. XLA's CPU plugin takes the number as it is and reads
/// beyond the sizes there.
void count_axes_from_the_first(const ir::Block& block) {
  for (const auto& op : block.operations) {
    if (op->name() == "stablehlo.sort" && op->int_attribute("dimension", -1) < 0)
      op->attributes.set("dimension", ir::int_attribute(op->int_attribute("dimension", -1) +
                                                        op->operand_type(0).rank()));
    for (const auto& region : op->regions) count_axes_from_the_first(*region);
  }
}

/// Partitions are parts of one program's values: where nothing in it is done on the parts, one
/// device does the whole of it.
void refuse_partitions(const ir::Block& block, bool partitioned) {
  for (const auto& op : block.operations) {
    if (op::needs_grid(*op) && (partitioned || op->name() == "sdy.manual_computation"))
      ir::operation_error(*op,
                          "is for several partitions, which the PJRT backend does not run; run it "
                          "on the backend reference, which simulates them, or export the program "
                          "for replicas or for one device");
    for (const auto& region : op->regions) refuse_partitions(*region, partitioned);
  }
}

}  // namespace

ProgramText program_text(const ir::Module& module, const std::string& function) {
  module.get(function);
  ir::Module inlined = pass::inline_calls(ir::clone(module), op::catalogue());
  pass::keep_function(inlined, function);
  inlined.attributes = foreign(inlined.attributes);
  ir::Function& main = inlined.get(function);
  refuse_transfers_with_host(main.body);
  for (const auto& kept : inlined.functions) count_axes_from_the_first(kept->body);
  refuse_partitions(main.body, module_int(module, "mhlo.num_partitions") > 1);
  inlined.attributes.erase("mhlo.num_partitions");
  main.name = "main";
  main.is_private = false;

  ProgramText program;
  program.name = function;
  program.replicas = module_int(module, "mhlo.num_replicas");
  for (const auto& argument : main.body.arguments) program.arguments.push_back(argument->type);
  program.results = main.result_types;
  program.aliases = aliases_of(main);
  for (ir::Attributes& attributes : main.argument_attributes) {
    program.donated.push_back(is_donated(attributes));
    attributes = foreign(attributes);
  }
  for (ir::Attributes& attributes : main.result_attributes) attributes = foreign(attributes);
  program.text = ir::print(inlined);
  return program;
}

bool is_portable(const ir::Operation& op) {
  const std::string_view name = op.name();
  // XLA's parser or its compilers do not know these; those of dynamic sizes become static.
  static constexpr std::string_view kUnknown[] = {"chlo.mulhi",
                                                  "chlo.ragged_dot",
                                                  "chlo.scan",
                                                  "stablehlo.async_done",
                                                  "stablehlo.async_start",
                                                  "stablehlo.dynamic_broadcast_in_dim",
                                                  "stablehlo.dynamic_conv",
                                                  "stablehlo.dynamic_gather",
                                                  "stablehlo.dynamic_iota",
                                                  "stablehlo.dynamic_pad",
                                                  "stablehlo.dynamic_reshape",
                                                  "stablehlo.real_dynamic_slice",
                                                  "stablehlo.set_dimension_size"};
  if (std::find(std::begin(kUnknown), std::end(kUnknown), name) != std::end(kUnknown)) return false;
  // It takes no tuples through barriers.
  if (name == "stablehlo.optimization_barrier")
    return std::none_of(op.operands.begin(), op.operands.end(), [](ir::Value operand) {
      return operand->type.kind == ir::Type::Kind::tuple;
    });
  // Of these in a wider type than their operands have, it makes results of the operands' type.
  if (name == "stablehlo.all_reduce" || name == "stablehlo.reduce_scatter" ||
      name == "stablehlo.scatter")
    return op.operand_type(0).element == op.result_type().element;
  if (name == "stablehlo.custom_call")
    return !op.string_attribute("call_target_name").starts_with("check.");
  return name.starts_with("stablehlo.") || name.starts_with("chlo.") || name.starts_with("func.");
}

}  // namespace tutti::backend::pjrt
