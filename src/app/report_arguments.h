// SPDX-License-Identifier: Apache-2.0
// What `tutti report` takes.
#pragma once

#include <string>
#include <vector>

namespace tutti::app {

struct ReportArguments {
  std::vector<std::string> runs;  // folders or files
  std::string output = "report.html";
  std::string title;  // empty: the run's name, or how many there are
};

}  // namespace tutti::app
