// SPDX-License-Identifier: Apache-2.0
// What `tutti completion` takes.
#pragma once

#include <string>

#include "app/process/global_options.h"
#include "base/argument.h"
#include "base/error.h"

namespace tutti::app {

struct CompletionArguments {
  std::string shell;  // bash, zsh, fish
};

/// The flags: their names, limits and meaning.
ArgumentList list_arguments(CompletionArguments& arguments);

/// Runs the command: `done`, `check_failed`, `stopped` or `interrupted`; all else is a UserError.
ExitCode run_completion(const GlobalOptions& global, const CompletionArguments& arguments);

}  // namespace tutti::app
