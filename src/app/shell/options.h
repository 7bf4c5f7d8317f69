// SPDX-License-Identifier: Apache-2.0
// Parses the words of a command line into a command and its arguments. Flags may come anywhere, are
// written --name VALUE or --name=VALUE, and the last of several wins.
#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "app/process/global_options.h"
#include "app/shell/arguments.h"
#include "base/error.h"

namespace tutti::app {

struct Command {
  std::string name;     // "train", "ir verify"
  std::string summary;  // a line
  std::string example;  // without "tutti"
  ArgumentList arguments;
  std::function<ExitCode(const GlobalOptions&)> run;
  bool reads_run_file =
      false;  // the positional argument is a JSON or YAML file of the other arguments
  bool takes_words = false;      // another command line follows its flags
  bool takes_addresses = false;  // of objects, unchanged: it copies them itself
};

/// A flag that every command takes.
struct GlobalFlag {
  std::string_view name;
  std::string_view letter;  // of its short form; empty: none
  std::string_view value;   // "N"; empty: a switch
  std::string_view help;
};
inline constexpr GlobalFlag kGlobalFlags[] = {
    {"help", "h", "", "this text"},
    {"version", "", "", "the version"},
    {"json", "", "", "a machine-readable result on stdout"},
    {"threads", "", "N", "default: as many as the affinity mask and the cgroup allow"},
    {"quiet", "q", "", "warnings and errors only"},
    {"verbose", "v", "", "more messages"}};

/// All commands, in the order of help. Their arguments have the default values.
std::vector<Command> all_commands();

struct CommandLine {
  GlobalOptions global;
  int threads = 0;  // 0: not given
  bool help = false;
  bool version = false;
  const Command* command = nullptr;  // null: none was named
  std::string group;                 // "ir", if the word after it is missing
  std::vector<std::pair<const Argument*, std::string>> given;
};

/// Throws a UserError for an unknown command, and one UserError for all unknown flags (with the
/// nearest, or what to use instead), flags without a value, and surplus words.
CommandLine parse_command_line(const std::vector<std::string>& words,
                               const std::vector<Command>& commands);

/// Sets the command's arguments: from its run file first, then from flags. Throws a UserError for a
/// bad value or a missing required one.
void apply(const CommandLine& line);

}  // namespace tutti::app
