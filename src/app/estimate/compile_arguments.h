// SPDX-License-Identifier: Apache-2.0
// What `tutti compile` takes.
#pragma once

#include <string>

#include "app/process/global_options.h"
#include "base/argument.h"
#include "base/error.h"
#include "run/train_settings.h"

namespace tutti::app {

struct CompileArguments : run::TrainSettings {
  std::string target;       // the device to compile for
  std::string device_list;  // file of devices besides those that Tutti knows
};

/// The flags: their names, limits and meaning.
ArgumentList list_arguments(CompileArguments& arguments);

/// Runs the command: `done`, `check_failed`, `stopped` or `interrupted`; all else is a UserError.
ExitCode run_compile(const GlobalOptions& global, const CompileArguments& arguments);

}  // namespace tutti::app
