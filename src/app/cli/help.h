// SPDX-License-Identifier: Apache-2.0
// What --help shows; docs/cli.md is made of it.
#pragma once

#include "app/cli/options.h"

namespace tutti::app {

/// The program's help: every command in a line. `group` ("ir") leaves only the commands of a group.
std::string program_help(const std::vector<Command>& commands, const std::string& group = "");

/// A command's help: usage, example, and each argument with its default.
std::string command_help(const Command& command);

}  // namespace tutti::app
