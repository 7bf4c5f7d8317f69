// SPDX-License-Identifier: Apache-2.0
#include "app/shell/options.h"

#include <algorithm>
#include <nlohmann/json.hpp>

#include "app/shell/option_reader.h"
#include "base/text.h"
#include "format/argument_values.h"
#include "format/run_file.h"

namespace tutti::app {
namespace {

std::string shown(const Argument& argument) {
  return argument.positional ? argument.name : "--" + argument.name;
}

}  // namespace

CommandLine parse_command_line(const std::vector<std::string>& words,
                               const std::vector<Command>& commands) {
  return OptionReader(words, commands).read();
}

void apply(const CommandLine& line) {
  const Command& command = *line.command;
  for (const auto& [argument, text] : line.given)
    if (argument->positional && command.reads_run_file)
      read_arguments(command.arguments, format::read_run_file(text), escaped(text));
  for (const auto& [argument, text] : line.given)
    format::set_from_text(*argument, text, shown(*argument));
  const auto is_given = [&](const Argument& argument) {
    return std::any_of(line.given.begin(), line.given.end(),
                       [&](const auto& one) { return one.first == &argument; });
  };
  for (const Argument& argument : command.arguments)
    if (argument.required && format::text_of(argument).empty())
      user_error("tutti {}: {} is {}: {}; see `tutti {} --help`", command.name, shown(argument),
                 is_given(argument) ? "empty" : "missing", argument.help, command.name);
}

}  // namespace tutti::app
