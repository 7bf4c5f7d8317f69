// SPDX-License-Identifier: Apache-2.0
// `tutti suite`: runs jobs of the program one by one, and reports regressions.
#include "app/process/global_options.h"
#include "app/suite/suite_arguments.h"
#include "app/suite/suite_command.h"
#include "app/suite/suites.h"
#include "base/error.h"
#include "base/version.h"

namespace tutti::app {

ExitCode run_suite(const GlobalOptions& global, const SuiteArguments& arguments) {
  return SuiteCommand(global, arguments).run();
}

}  // namespace tutti::app
