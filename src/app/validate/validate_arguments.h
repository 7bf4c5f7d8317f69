// SPDX-License-Identifier: Apache-2.0
// The arguments of `tutti validate`.
#pragma once

#include <cstdint>
#include <string>

#include "app/process/global_options.h"
#include "base/argument.h"
#include "base/error.h"
#include "run/model_settings.h"
#include "task/task.h"

namespace tutti::app {

struct ValidateArguments : run::ModelSettings {  // the model may be a program's .mlir file
  task::TaskKinds tasks = task::all_tasks(task::Use::validate);
  std::string inputs;  // of a .mlir file; safetensors: in.000, in.001, ...
  int64_t max_seq_length = 384;
  int64_t seed = 42;    // for a head that the model lacks
  std::string backend;  // names separated by commas; empty: all found
  std::string target;   // an absent device, whose compiler is used
  std::string reference = "reference";
  double tolerance = 0;         // 0: the backend's own
  double cosine_threshold = 0;  // likewise
  bool bisect = false;
  bool quick = false;
  std::string record;   // FILE.safetensors and FILE.json to write
  std::string against;  // the same, to compare with
  std::string output = "results";
};

/// The flags: their names, limits and meaning.
ArgumentList list_arguments(ValidateArguments& arguments);

/// Runs the command: `done`, `check_failed`, `stopped` or `interrupted`; otherwise throws
/// UserError.
ExitCode run_validate(const GlobalOptions& global, const ValidateArguments& arguments);

}  // namespace tutti::app
