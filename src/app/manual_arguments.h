// SPDX-License-Identifier: Apache-2.0
// What `tutti manual` takes.
#pragma once

#include <string>

namespace tutti::app {

struct ManualArguments {
  std::string folder;  // of the pages; empty: the program's page on standard output
};

}  // namespace tutti::app
