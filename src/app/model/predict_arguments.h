// SPDX-License-Identifier: Apache-2.0
// What `tutti predict` takes.
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

struct PredictArguments : run::ModelSettings {
  task::TaskKinds tasks = task::all_tasks(task::Use::predict);
  int64_t top_k = 3;
  std::optional<int64_t> max_seq_length;
  int64_t seed = 42;
  bool benchmark = false;
  int64_t iterations = 100;
  std::string backend = "cpu";
  std::string precision = "auto";
};

/// The flags: their names, limits and meaning.
ArgumentList list_arguments(PredictArguments& arguments);

/// Runs the command: `done`, `check_failed`, `stopped` or `interrupted`; all else is a UserError.
ExitCode run_predict(const GlobalOptions& global, const PredictArguments& arguments);

}  // namespace tutti::app
