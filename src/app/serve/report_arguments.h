// SPDX-License-Identifier: Apache-2.0
// What `tutti report` takes.
#pragma once

#include <string>
#include <vector>

#include "app/process/global_options.h"
#include "base/argument.h"
#include "base/error.h"

namespace tutti::app {

struct ReportArguments {
  std::vector<std::string> runs;  // folders or files
  std::string output = "report.html";
  std::string title;  // empty: the run's name, or the number of runs
};

/// The flags: their names, limits and meaning.
ArgumentList list_arguments(ReportArguments& arguments);

/// Runs the command: `done`, `check_failed`, `stopped` or `interrupted`; all else is a UserError.
ExitCode run_report(const GlobalOptions& global, const ReportArguments& arguments);

}  // namespace tutti::app
