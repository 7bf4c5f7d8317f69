// SPDX-License-Identifier: Apache-2.0
// What `tutti score` takes.
#pragma once

#include <string>

#include "app/process/global_options.h"
#include "base/argument.h"
#include "base/error.h"
#include "task/task.h"

namespace tutti::app {

struct ScoreArguments {
  std::string task;  // empty: the first
  task::TaskKinds tasks = task::all_tasks(task::Use::score);
  std::string dataset;      // a file that the task reads
  std::string predictions;  // a file that an evaluation of the task writes
};

/// The flags: their names, limits and meaning.
ArgumentList list_arguments(ScoreArguments& arguments);

/// Runs the command: `done`, `check_failed`, `stopped` or `interrupted`; all else is a UserError.
ExitCode run_score(const GlobalOptions& global, const ScoreArguments& arguments);

}  // namespace tutti::app
