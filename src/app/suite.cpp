// SPDX-License-Identifier: Apache-2.0
// `tutti suite`: runs jobs of the program, one after another, and says whether they became worse.
#include "app/commands.h"
#include "app/suite_command.h"
#include "app/suites.h"
#include "base/version.h"

namespace tutti::app {

ExitCode run_suite(const GlobalOptions& global, const SuiteArguments& arguments) {
  return SuiteCommand(global, arguments).run();
}

}  // namespace tutti::app
