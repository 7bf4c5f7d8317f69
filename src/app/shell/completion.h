// SPDX-License-Identifier: Apache-2.0
// Scripts that complete command lines, one for each shell.
#pragma once

#include <string>
#include <vector>

#include "app/shell/options.h"

namespace tutti::app {

std::string bash_completion(const std::vector<Command>& commands);
std::string zsh_completion(const std::vector<Command>& commands);
std::string fish_completion(const std::vector<Command>& commands);

}  // namespace tutti::app
