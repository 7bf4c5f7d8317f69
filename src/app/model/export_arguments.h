// SPDX-License-Identifier: Apache-2.0
// What `tutti export` takes.
#pragma once

#include <cstdint>
#include <string>

#include "app/process/global_options.h"
#include "base/argument.h"
#include "base/error.h"
#include "run/model_settings.h"
#include "task/task.h"

namespace tutti::app {

struct ExportArguments : run::ModelSettings {
  task::TaskKinds tasks = task::all_tasks(task::Use::validate);
  std::string function = "forward";  // forward, step
  int64_t batch_size = 1;            // features, a padded row each
  int64_t max_seq_length = 384;
  std::string precision = "f32";  // f32, bf16, fp16
  bool no_dropout = false;
  double learning_rate = 5e-5;
  double weight_decay = 0;
  bool generic = false;
  bool bytecode = false;            // a portable artifact rather than text
  std::string target = "least";     // of StableHLO's versions
  std::string jax_export = "none";  // or JAX's platform that a file of jax.export is for
  std::string gguf = "none";        // or a type: writes the model instead of a program
  bool adapter_gguf = false;        // writes the adapter instead of a program
  std::string output = "-";
};

/// The flags: their names, limits and meaning.
ArgumentList list_arguments(ExportArguments& arguments);

/// Runs the command: `done`, `check_failed`, `stopped` or `interrupted`; all else is a UserError.
ExitCode run_export(const GlobalOptions& global, const ExportArguments& arguments);

}  // namespace tutti::app
