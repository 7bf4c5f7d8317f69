// SPDX-License-Identifier: Apache-2.0
#include "backend/pjrt/program_text.h"

#include "ir/print.h"
#include "op/catalogue.h"
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

int64_t module_int(const ir::Module& module, std::string_view name) {
  const ir::Attribute* found = module.attributes.find(name);
  const auto* integer = found ? found->get<ir::IntegerAttribute>() : nullptr;
  if (found && (!integer || integer->value < 1))
    user_error("the module's {} is no positive integer", name);
  return integer ? integer->value : 1;
}

}  // namespace

ProgramText program_text(const ir::Module& module, const std::string& function) {
  module.get(function);
  ir::Module inlined = pass::inline_calls(ir::clone(module), op::catalogue());
  std::erase_if(inlined.functions, [&](const auto& other) { return other->name != function; });
  inlined.attributes = foreign(inlined.attributes);
  ir::Function& main = inlined.get(function);
  main.name = "main";
  main.is_private = false;

  ProgramText program;
  program.name = function;
  program.replicas = module_int(module, "mhlo.num_replicas");
  if (module_int(module, "mhlo.num_partitions") > 1)
    user_error(
        "@{}: mhlo.num_partitions is more than 1, which the PJRT backend does not run; export the "
        "program for replicas, or for one device",
        function);
  for (const auto& argument : main.body.arguments) program.arguments.push_back(argument->type);
  program.results = main.result_types;
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
                                                  "stablehlo.dynamic_broadcast_in_dim",
                                                  "stablehlo.dynamic_conv",
                                                  "stablehlo.dynamic_gather",
                                                  "stablehlo.dynamic_iota",
                                                  "stablehlo.dynamic_pad",
                                                  "stablehlo.dynamic_reshape",
                                                  "stablehlo.real_dynamic_slice",
                                                  "stablehlo.set_dimension_size"};
  if (std::find(std::begin(kUnknown), std::end(kUnknown), name) != std::end(kUnknown)) return false;
  if (name == "stablehlo.custom_call")
    return !op.string_attribute("call_target_name").starts_with("check.");
  return name.starts_with("stablehlo.") || name.starts_with("chlo.") || name.starts_with("func.");
}

}  // namespace tutti::backend::pjrt
