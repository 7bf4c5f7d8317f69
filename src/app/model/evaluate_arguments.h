// SPDX-License-Identifier: Apache-2.0
// What `tutti evaluate` takes.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "app/process/global_options.h"
#include "base/argument.h"
#include "base/error.h"
#include "run/model_settings.h"
#include "task/task.h"

namespace tutti::app {

struct EvaluateArguments : run::ModelSettings {
  task::TaskKinds tasks = task::all_tasks(task::Use::evaluate);
  std::string dataset_name;
  std::string validation_file;
  std::optional<int64_t> max_seq_length;
  std::optional<int64_t> max_eval_samples;
  int64_t per_device_eval_batch_size = 8;
  int64_t seed = 42;  // of a head the model lacks
  std::string output_dir;
  bool overwrite_cache = false;
  std::string backend = "cpu";
  std::string precision = "auto";
  std::string pack = "auto";
};

/// The flags: their names, limits and meaning.
ArgumentList list_arguments(EvaluateArguments& arguments);

/// Runs the command: `done`, `check_failed`, `stopped` or `interrupted`; all else is a UserError.
ExitCode run_evaluate(const GlobalOptions& global, const EvaluateArguments& arguments);

}  // namespace tutti::app
