// SPDX-License-Identifier: Apache-2.0
// What `tutti completion` takes.
#pragma once

#include <string>

#include "base/argument.h"

namespace tutti::app {

struct CompletionArguments {
  std::string shell;  // bash, zsh, fish
};

/// The flags: their names, limits and meaning.
ArgumentList list_arguments(CompletionArguments& arguments);

}  // namespace tutti::app
