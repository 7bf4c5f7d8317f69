// SPDX-License-Identifier: Apache-2.0
// What `tutti manual` takes.
#pragma once

#include <string>

#include "base/argument.h"

namespace tutti::app {

struct ManualArguments {
  std::string folder;  // of the pages; empty: the program's page on standard output
};

/// The flags: their names, limits and meaning.
ArgumentList list_arguments(ManualArguments& arguments);

}  // namespace tutti::app
