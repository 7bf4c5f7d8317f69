// SPDX-License-Identifier: Apache-2.0
// What `tutti merge` takes.
#pragma once

#include <string>

#include "app/process/global_options.h"
#include "base/argument.h"
#include "base/error.h"
#include "run/model_settings.h"
#include "task/task.h"

namespace tutti::app {

struct MergeArguments : run::ModelSettings {
  task::TaskKinds tasks = task::all_tasks(task::Use::validate);
  std::string output_dir;
  std::string dtype = "auto";  // auto: the base's; float32, bfloat16
  std::string gguf = "none";   // or a type: one GGUF file instead of files for transformers
};

/// The flags: their names, limits and meaning.
ArgumentList list_arguments(MergeArguments& arguments);

/// Runs the command: `done`, `check_failed`, `stopped` or `interrupted`; all else is a UserError.
ExitCode run_merge(const GlobalOptions& global, const MergeArguments& arguments);

}  // namespace tutti::app
