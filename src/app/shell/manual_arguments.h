// SPDX-License-Identifier: Apache-2.0
// What `tutti manual` takes.
#pragma once

#include <string>

#include "app/process/global_options.h"
#include "base/argument.h"
#include "base/error.h"

namespace tutti::app {

struct ManualArguments {
  std::string folder;  // of the pages; empty: the program's page on standard output
};

/// The flags: their names, limits and meaning.
ArgumentList list_arguments(ManualArguments& arguments);

/// Runs the command: `done`, `check_failed`, `stopped` or `interrupted`; all else is a UserError.
ExitCode run_manual(const GlobalOptions& global, const ManualArguments& arguments);

}  // namespace tutti::app
