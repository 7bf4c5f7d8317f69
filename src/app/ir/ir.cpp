// SPDX-License-Identifier: Apache-2.0
// `tutti ir verify`, `print`, `grad` and `lower`; `run` is in ir_run.cpp.
#include <nlohmann/json.hpp>

#include "app/ir/ir_arguments.h"
#include "app/ir/ir_files.h"
#include "app/process/context.h"
#include "app/process/global_options.h"
#include "app/process/output.h"
#include "app/process/plugins.h"
#include "base/error.h"
#include "base/log.h"
#include "base/text.h"
#include "ir/print.h"
#include "ir/verify.h"
#include "op/catalogue.h"
#include "pass/decompose.h"
#include "pass/differentiate.h"
#include "pass/inline_calls.h"
#include "pass/pipeline.h"
#include "portable/module_writer.h"
#include "run/backends.h"
#include "run/opened_adapter.h"
#include "step/adapted_objective.h"

namespace tutti::app {
namespace {

/// Program text; as JSON it is {"modules": ["..."]}.
void write_modules(const GlobalOptions& global, const std::vector<ir::Module>& modules,
                   const IrArguments& arguments) {
  const ir::PrintOptions options{.generic = arguments.generic, .locations = arguments.locations};
  if (!global.json) {  // one by one: weights may be large
    for (size_t i = 0; i < modules.size(); i++) {
      if (i) write_result("\n// -----\n");
      write_result(ir::print(modules[i], options));
    }
    return;
  }
  std::vector<std::string> texts;
  for (const ir::Module& module : modules) texts.push_back(ir::print(module, options));
  write_result_json({{"modules", texts}});
}

void dump_memory_plans(backend::Backend& backend, const ir::Module& module) {
  for (const auto& function : module.functions) {
    if (function->is_private) continue;
    backend::CompileOptions options = {.function = function->name};
    options.observe_memory = [&](const std::string& text) {
      write_message(
          fmt::format("// after {}\n// @{}: {}\n", pass::kMemoryPlan, function->name, text));
    };
    backend.compile(module, options);
  }
}

/// The function that a command is about.
std::string function_of(const IrArguments& arguments) {
  return arguments.function.empty() ? "main" : arguments.function;
}

/// The pass options of `tutti ir lower`; refers to both arguments.
pass::PipelineOptions lowering_options(const IrArguments& arguments, backend::Backend& backend) {
  pass::PipelineOptions options;
  if (arguments.bf16) options.precision = pass::Precision::bf16;
  if (arguments.gradient) options.differentiate = function_of(arguments);
  options.supports = [&](const ir::Operation& op) { return backend.supports(op); };
  options.skip = parts_of_list(arguments.skip);
  options.observe = [&](const std::string& name, const ir::Module& module, double seconds) {
    log_debug("{}: {:.3f} s", name, seconds);
    if (arguments.dump) write_message(fmt::format("// after {}\n{}\n", name, ir::print(module)));
  };
  return options;
}

/// Replaces operations of dialects without versions, tutti and chlo, by the operations that they
/// consist of. Those that cannot be replaced stay.
ir::Module with_versions(const ir::Module& module) {
  return pass::decompose(ir::clone(module), op::catalogue(), [](const ir::Operation& op) {
    return !op.name().starts_with("tutti.") && !op.name().starts_with("chlo.");
  });
}

}  // namespace

ExitCode run_ir_verify(const GlobalOptions& global, const IrArguments& arguments) {
  const auto modules = read_modules(arguments.file);
  int64_t functions = 0, operations = 0;
  for (const ir::Module& module : modules)
    for (const auto& function : module.functions) {
      functions++;
      operations += function->body.operation_count();
    }
  if (global.json)
    write_result_json(
        {{"modules", modules.size()}, {"functions", functions}, {"operations", operations}});
  else
    write_result(fmt::format("{}: correct: {}, {}, {}\n", escaped(arguments.file),
                             counted(static_cast<int64_t>(modules.size()), "module"),
                             counted(functions, "function"), counted(operations, "operation")));
  return ExitCode::done;
}

ExitCode run_ir_print(const GlobalOptions& global, const IrArguments& arguments) {
  const auto target = portable::target_named(arguments.target);
  const auto modules = read_modules(arguments.file);
  if (!arguments.bytecode && arguments.output == "-") {
    write_modules(global, modules, arguments);
    return ExitCode::done;
  }
  if (modules.size() != 1)
    user_error("{}: found {} modules, expected one to write to a file", escaped(arguments.file),
               modules.size());
  const ir::PrintOptions options{.generic = arguments.generic, .locations = arguments.locations};
  const std::string content = arguments.bytecode
                                  ? portable::write_portable(with_versions(modules[0]), target)
                                  : ir::print(modules[0], options);
  if (arguments.output == "-")
    write_result(content);
  else
    write_file_atomically(arguments.output, content);
  return ExitCode::done;
}

ExitCode run_ir_grad(const GlobalOptions& global, const IrArguments& arguments) {
  const std::string function = function_of(arguments);
  auto modules = read_modules(arguments.file);
  for (ir::Module& module : modules) {
    module = pass::differentiate(std::move(module), function, op::catalogue());
    ir::verify(module);
  }
  write_modules(global, modules, arguments);
  return ExitCode::done;
}

ExitCode run_ir_adapt(const GlobalOptions& global, const IrArguments& arguments) {
  const std::string function = function_of(arguments);
  model::AdapterConfig config;
  config.rank = arguments.lora_r;
  config.alpha = arguments.lora_alpha;
  config.targets = run::module_names(arguments.lora_target_modules);
  auto modules = read_modules(arguments.file);
  for (ir::Module& module : modules) {
    module = pass::inline_calls(std::move(module), op::catalogue());
    const auto weights = step::modules_of(module.get(function));
    const auto adapters = step::adapters_of(config, weights, {}, "--lora_target_modules");
    model::expect_all_targets(config, weights, "--lora_target_modules");
    module = pass::adapt(std::move(module), adapters.adaptation, op::catalogue());
    ir::verify(module);
  }
  write_modules(global, modules, arguments);
  return ExitCode::done;
}

ExitCode run_ir_lower(const GlobalOptions& global, const IrArguments& arguments) {
  const auto backend = run::open_backend(arguments.backend, context_of(global));
  const pass::PipelineOptions options = lowering_options(arguments, *backend);
  auto modules = read_modules(arguments.file);
  for (ir::Module& module : modules) {
    if (!arguments.function.empty()) module.get(arguments.function);
    module = pass::run_pipeline(std::move(module), op::catalogue(), options);
    if (arguments.dump && !options.skips(pass::kMemoryPlan)) dump_memory_plans(*backend, module);
  }
  write_modules(global, modules, arguments);
  return ExitCode::done;
}

}  // namespace tutti::app
