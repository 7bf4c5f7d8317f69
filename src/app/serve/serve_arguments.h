// SPDX-License-Identifier: Apache-2.0
// What `tutti serve` takes.
#pragma once

#include <cstdint>
#include <string>

#include "app/process/global_options.h"
#include "base/argument.h"
#include "base/error.h"

namespace tutti::app {

struct ServeArguments {
  std::string folder = ".";
  int64_t port = 0;  // 0: any free port
  bool read_only = false;
};

/// The flags: their names, limits and meaning.
ArgumentList list_arguments(ServeArguments& arguments);

/// Runs the command: `done`, `check_failed`, `stopped` or `interrupted`; all else is a UserError.
ExitCode run_serve(const GlobalOptions& global, const ServeArguments& arguments);

}  // namespace tutti::app
