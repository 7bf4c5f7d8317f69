// SPDX-License-Identifier: Apache-2.0
// The arguments of `tutti suite`.
#pragma once

#include <string>

#include "app/process/global_options.h"
#include "base/argument.h"
#include "base/error.h"

namespace tutti::app {

struct SuiteArguments {
  std::string suite;  // quick, nightly, weekend, or a file
  std::string output = "suite-results";
  std::string baseline;         // file; empty: baseline.json in the output folder
  std::string update_baseline;  // the reason; empty: no update
  std::string against;          // another program with the same commands
};

/// The flags: their names, limits and meaning.
ArgumentList list_arguments(SuiteArguments& arguments);

/// Runs the command: `done`, `check_failed`, `stopped` or `interrupted`; otherwise throws
/// UserError.
ExitCode run_suite(const GlobalOptions& global, const SuiteArguments& arguments);

}  // namespace tutti::app
