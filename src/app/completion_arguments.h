// SPDX-License-Identifier: Apache-2.0
// What `tutti completion` takes.
#pragma once

#include <string>

namespace tutti::app {

struct CompletionArguments {
  std::string shell;  // bash, zsh, fish
};

}  // namespace tutti::app
