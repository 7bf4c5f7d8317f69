// SPDX-License-Identifier: Apache-2.0
// `tutti compile`: compiles each program of a training with an absent device's compiler.
#include "app/estimate/compile_arguments.h"
#include "app/process/context.h"
#include "app/process/output.h"
#include "run/step_options.h"

namespace tutti::app {
namespace {

void expect_programs(const run::CompileSettings& a) {
  if (a.target.empty())
    user_error(
        "--target is missing: expected the device to compile for, such as tpu:v5e or cuda:h100");
  if (!a.do_train && !a.do_eval)
    user_error(
        "--do_train and --do_eval are missing: `tutti compile` compiles a training's programs; "
        "give its flags");
  if (a.model_name_or_path.empty())
    user_error("--model_name_or_path is missing: a folder with config.json");
  if (a.auto_find_batch_size)
    user_error("--auto_find_batch_size: programs are compiled for the given batch; leave it out");
  if (a.pad_to_multiple_of == "auto")
    user_error("--pad_to_multiple_of auto: it is measured on the device itself; expected a number");
}

}  // namespace

ExitCode run_compile(const GlobalOptions& global, const run::CompileSettings& arguments) {
  expect_programs(arguments);
  run::CompileSettings settings = arguments;
  static_cast<run::TrainSettings&>(settings) = run::resolved_settings(arguments);
  const run::Compiled compiled = run::compile(settings, context_of(global));
  if (global.json)
    write_result_json(compiled.json);
  else
    write_text(compile_text(compiled.json));
  return compiled.code;
}

}  // namespace tutti::app
