// SPDX-License-Identifier: Apache-2.0
#include "app/shell/options.h"

#include <algorithm>
#include <nlohmann/json.hpp>

#include "app/shell/option_reader.h"
#include "base/text.h"
#include "format/argument_values.h"
#include "format/content_kind.h"
#include "format/json.h"
#include "format/yaml.h"

namespace tutti::app {
namespace {

constexpr size_t kLargestRunFile = size_t{1} << 28;  // bytes

bool is_yaml(const Path& path) {
  return path.extension() == ".yaml" || path.extension() == ".yml";
}

/// Parses JSON, or YAML if the name says it is.
nlohmann::json read_run_file(const Path& path) {
  if (is_yaml(path)) return format::read_yaml(path);
  const std::string text = read_file(path, kLargestRunFile);
  if (format::content_kind(text) == format::kYamlKind)
    user_error("{}: found YAML, expected JSON; name the file .yaml to have it read as YAML",
               escaped(path.native(), 1000));
  return format::parse_json(text, path.native());
}

std::string shown(const Argument& argument) {
  return argument.positional ? argument.name : "--" + argument.name;
}

}  // namespace

bool names_run_file(std::string_view word) {
  return is_yaml(word) || Path(word).extension() == ".json";
}

CommandLine parse_command_line(const std::vector<std::string>& words,
                               const std::vector<Command>& commands) {
  return OptionReader(words, commands).read();
}

void apply(const CommandLine& line) {
  const Command& command = *line.command;
  for (const auto& [argument, text] : line.given)
    if (argument->positional && command.reads_run_file)
      read_arguments(command.arguments, read_run_file(text), escaped(text));
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
