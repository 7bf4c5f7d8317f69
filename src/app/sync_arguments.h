// SPDX-License-Identifier: Apache-2.0
// What `tutti sync` takes.
#pragma once

#include <string>

namespace tutti::app {

struct SyncArguments {
  std::string source, target;  // a folder and an address, in any order
  bool removes = false;        // what only the target has
};

}  // namespace tutti::app
