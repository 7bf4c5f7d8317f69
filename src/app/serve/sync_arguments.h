// SPDX-License-Identifier: Apache-2.0
// What `tutti sync` takes.
#pragma once

#include <string>

#include "app/process/global_options.h"
#include "base/argument.h"
#include "base/error.h"

namespace tutti::app {

struct SyncArguments {
  std::string source, target;  // a folder and an address, in any order
  bool removes = false;        // delete what only the target has
};

/// The flags: their names, limits and meaning.
ArgumentList list_arguments(SyncArguments& arguments);

/// Runs the command: `done`, `check_failed`, `stopped` or `interrupted`; all else is a UserError.
ExitCode run_sync(const GlobalOptions& global, const SyncArguments& arguments);

}  // namespace tutti::app
