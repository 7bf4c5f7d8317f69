// SPDX-License-Identifier: Apache-2.0
// `tutti export`: the forward function or the whole training step as StableHLO, in text
// or in binary form, or the model or its adapter as a GGUF file.
#include "app/model/export_arguments.h"
#include "app/process/addresses.h"
#include "app/process/context.h"
#include "app/process/output.h"
#include "base/text.h"
#include "ir/print.h"
#include "model/gguf_adapter.h"
#include "model/gguf_tensors.h"
#include "op/catalogue.h"
#include "pass/pipeline.h"
#include "portable/jax_export.h"
#include "portable/module_writer.h"
#include "run/hub.h"
#include "run/loaded_model.h"
#include "run/opened_model.h"
#include "step/step_program.h"
#include "task/gguf_model.h"

namespace tutti::app {
namespace {

/// One function, named main, of operations that any StableHLO compiler knows; donation marks stay.
/// Artifacts have none of the dialect chlo, which has no versions.
ir::Module in_stablehlo(ir::Module module, const std::string& function, bool as_artifact) {
  module.get(function).name = "main";
  pass::PipelineOptions options;
  options.supports = [&](const ir::Operation& op) {
    return !op.name().starts_with("tutti.") && !(as_artifact && op.name().starts_with("chlo."));
  };
  return pass::run_pipeline(std::move(module), op::catalogue(), options);
}

ExitCode export_gguf(const GlobalOptions& global, const ExportArguments& arguments) {
  std::string name_or_path = arguments.model_name_or_path, adapter = arguments.adapter, tokenizer;
  const Path cache = run::hub_cache(arguments.cache_dir, context_of(global));
  run::find_base(name_or_path, adapter, tokenizer, cache);
  if (!adapter.empty())
    user_error("{}: a GGUF file of a model with its adapter is written by tutti merge --gguf",
               escaped(adapter, 1000));
  const Path model = run::resolve_model(name_or_path, cache);
  std::error_code ignored;
  if (std::filesystem::equivalent(model, arguments.output, ignored))
    user_error("--output {}: this is the model that is read, expected another file",
               escaped(arguments.output, 1000));
  const format::ShardedTensors tensors = model::open_tensors(model);
  const Path absolute = std::filesystem::absolute(model);
  const std::string name = (absolute.has_filename() ? absolute : absolute.parent_path()).stem();
  task::write_gguf_model(arguments.output,
                         {model, tensors, format::gguf_type_named(arguments.gguf), name});
  const nlohmann::ordered_json result = {{"output", arguments.output},
                                         {"tensors", tensors.tensors().size()},
                                         {"bytes", std::filesystem::file_size(arguments.output)}};
  if (global.json)
    write_result_json(result);
  else
    log_output(fmt::format("wrote {}: {}, {}", escaped(arguments.output, 1000),
                           counted(static_cast<int64_t>(tensors.tensors().size()), "tensor"),
                           human_bytes(std::filesystem::file_size(arguments.output))));
  return ExitCode::done;
}

ExitCode export_adapter_gguf(const GlobalOptions& global, const ExportArguments& arguments) {
  const run::OpenedModel model(arguments, arguments.tasks, task::Use::validate, context_of(global));
  if (!model.adapter())
    user_error("{}: this model has no adapter; --adapter FOLDER gives one",
               escaped(arguments.model_name_or_path, 1000));
  const Path& tensors = model.adapter()->weights.value();
  const size_t count = model::write_gguf_adapter(
      arguments.output,
      {tensors, model.adapter()->config, model.config(), tensors.parent_path().stem()},
      escaped(tensors.parent_path().native(), 1000));
  if (global.json)
    write_result_json({{"output", arguments.output}, {"tensors", count}});
  else
    log_output(fmt::format("wrote {}: {}", escaped(arguments.output, 1000),
                           counted(static_cast<int64_t>(count), "tensor")));
  return ExitCode::done;
}

/// The program in the form that was asked for.
std::string content_of(const ir::Module& module, const ExportArguments& arguments) {
  const auto target = portable::target_named(arguments.target);
  if (arguments.jax_export != "none")
    return portable::write_jax_export(module, portable::write_portable(module, target),
                                      arguments.jax_export);
  if (arguments.bytecode) return portable::write_portable(module, target);
  return ir::print(module, {.generic = arguments.generic});
}

/// Whether the content is bytes rather than text.
bool is_binary(const ExportArguments& arguments) {
  return arguments.bytecode || arguments.jax_export != "none";
}

}  // namespace

ExitCode run_export(const GlobalOptions& global, const ExportArguments& arguments) {
  if (arguments.gguf != "none" && arguments.adapter_gguf)
    user_error("--gguf writes the model and --adapter_gguf its adapter: give one of them");
  const bool writes_gguf = arguments.gguf != "none" || arguments.adapter_gguf;
  if (writes_gguf && arguments.output == "-")
    user_error("--output is missing: expected the GGUF file to write");
  if (arguments.gguf != "none") return export_gguf(global, arguments);
  if (arguments.adapter_gguf) return export_adapter_gguf(global, arguments);
  if (is_binary(arguments) && arguments.output == "-" && global.json)
    user_error(
        "--json shows text, and what --bytecode and --jax_export write is none: give "
        "--output FILE");
  const run::OpenedModel model(arguments, arguments.tasks, task::Use::validate, context_of(global));
  const task::BatchShape shape = {arguments.batch_size, model.length_of(arguments.max_seq_length),
                                  arguments.batch_size};
  step::StepOptions options;
  options.max_segment = shape.length;
  options.precision = pass::precision_named(arguments.precision);
  if (options.precision == pass::Precision::fp16) options.loss_scale.emplace();
  options.dropout = !arguments.no_dropout;
  options.weight_decay = arguments.weight_decay;
  options.schedule = {step::Schedule::Kind::constant, arguments.learning_rate, 0, 0};
  const ir::Module module = in_stablehlo(
      step::step_function(arguments.function, run::kept_objective(model, options.precision), shape,
                          options),
      arguments.function, is_binary(arguments));
  const std::string text = content_of(module, arguments);
  if (arguments.output == "-") {
    if (global.json)
      write_result_json({{"module", text}});
    else
      write_result(text);
    return ExitCode::done;
  }
  write_file_atomically(arguments.output, text);
  const ir::Function& main = module.get("main");
  int64_t operations = 0;  // as `tutti ir verify` counts them
  for (const auto& function : module.functions) operations += function->body.operation_count();
  const nlohmann::ordered_json result = {{"output", arguments.output},
                                         {"arguments", main.argument_count()},
                                         {"results", main.result_types.size()},
                                         {"operations", operations},
                                         {"bytes", text.size()}};
  if (global.json)
    write_result_json(result);
  else
    log_output(fmt::format("wrote {}: {}, {}, {}", escaped(arguments.output, 1000),
                           counted(static_cast<int64_t>(main.argument_count()), "argument"),
                           counted(static_cast<int64_t>(main.result_types.size()), "result"),
                           counted(operations, "operation")));
  return ExitCode::done;
}

}  // namespace tutti::app
