// SPDX-License-Identifier: Apache-2.0
// What `tutti report` takes.
#pragma once

#include <string>
#include <vector>

#include "base/argument.h"

namespace tutti::app {

struct ReportArguments {
  std::vector<std::string> runs;  // folders or files
  std::string output = "report.html";
  std::string title;  // empty: the run's name, or how many there are
};

/// The flags: their names, limits and meaning.
ArgumentList list_arguments(ReportArguments& arguments);

}  // namespace tutti::app
