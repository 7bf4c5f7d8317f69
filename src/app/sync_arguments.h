// SPDX-License-Identifier: Apache-2.0
// What `tutti sync` takes.
#pragma once

#include <string>

#include "base/argument.h"

namespace tutti::app {

struct SyncArguments {
  std::string source, target;  // a folder and an address, in any order
  bool removes = false;        // what only the target has
};

/// The flags: their names, limits and meaning.
ArgumentList list_arguments(SyncArguments& arguments);

}  // namespace tutti::app
