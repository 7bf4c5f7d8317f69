// SPDX-License-Identifier: Apache-2.0
// What `tutti suite` takes.
#pragma once

#include <string>

#include "base/argument.h"

namespace tutti::app {

struct SuiteArguments {
  std::string suite;  // quick, nightly, weekend, or a file
  std::string output = "suite-results";
  std::string baseline;         // file; empty: baseline.json in the output folder
  std::string update_baseline;  // the reason; empty: it stays
  std::string against;          // another program of the same commands
};

/// The flags: their names, limits and meaning.
ArgumentList list_arguments(SuiteArguments& arguments);

}  // namespace tutti::app
