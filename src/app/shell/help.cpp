// SPDX-License-Identifier: Apache-2.0
#include "app/shell/help.h"

#include <unistd.h>

#include <algorithm>

#include "app/process/output.h"
#include "app/process/wrap.h"
#include "format/argument_values.h"

namespace tutti::app {
namespace {

constexpr size_t kFlagColumn = 34;
constexpr size_t kCommandColumn = 14;

/// The columns of help: fewer if the terminal has fewer.
size_t width() {
  constexpr size_t kWidth = 98;
  const size_t columns = columns_of_terminal(STDOUT_FILENO);
  return columns > 0 ? std::min(columns, kWidth) : kWidth;
}

/// Two columns; a left one that is too wide gets its own line.
std::string row(const std::string& left, const std::string& right, size_t column) {
  std::string line = "  " + left;
  line += line.size() < column ? std::string(column - line.size(), ' ')
                               : "\n" + std::string(column, ' ');
  return line + wrapped(right, width(), column, column) + "\n";
}

std::string global_help() {
  std::string text = "Everywhere:\n";
  for (const GlobalFlag& flag : kGlobalFlags)
    text += row(spelled(flag), std::string(flag.help), kFlagColumn);
  return text;
}

}  // namespace

std::string kind_of(const Argument& argument) {
  if (!argument.choices.empty()) return fmt::format(" {}", fmt::join(argument.choices, "|"));
  if (argument.is_switch()) return "";
  if (std::holds_alternative<double*>(argument.value) ||
      std::holds_alternative<std::optional<double>*>(argument.value))
    return " NUMBER";
  if (std::holds_alternative<std::string*>(argument.value)) return " TEXT";
  return " N";
}

std::string described(const Argument& argument) {
  const std::string standard = format::text_of(argument);
  const std::string spellings =
      argument.first_word ? fmt::format("; also the first word, or --{}", argument.other_name) : "";
  const std::string help = argument.help + spellings;
  if (argument.required && !argument.positional) return help + " [required]";
  if (argument.positional || argument.is_switch() || standard.empty()) return help;
  return fmt::format("{} [{}]", help, standard);
}

std::string spelled(const GlobalFlag& flag) {
  std::string text = flag.letter.empty() ? "" : fmt::format("-{}, ", flag.letter);
  text += fmt::format("--{}", flag.name);
  return flag.value.empty() ? text : fmt::format("{} {}", text, flag.value);
}

std::string usage_of(const Command& command) {
  std::string usage = "tutti " + command.name;
  bool has_flags = false;
  for (const Argument& argument : command.arguments)
    if (argument.first_word) usage += argument.required ? " MODEL" : " [MODEL]";
  for (const Argument& argument : command.arguments) {
    if (argument.positional)
      usage += argument.required ? " " + argument.name : " [" + argument.name + "]";
    else
      has_flags = true;
  }
  if (has_flags) usage += " [--NAME VALUE ...]";
  return command.takes_words ? usage + " COMMAND ..." : usage;
}

std::string program_help(const std::vector<Command>& commands, const std::string& group) {
  const std::string dash = group.empty() ? "" : " " + group;
  std::string text = fmt::format("Usage: tutti{} COMMAND [ARGUMENTS]\n\n", dash);
  if (group.empty()) text += fmt::format("{}\n\n", kProgramSummary);
  text += "Commands:\n";
  for (const Command& command : commands)
    if (group.empty() || command.name.starts_with(group + " "))
      text += row(command.name, command.summary, kCommandColumn);
  text += fmt::format(
      "\n`tutti{0} COMMAND --help`, or `tutti help{0} COMMAND`, shows a command's arguments.\n\n",
      dash);
  text += global_help();
  if (group.empty()) {
    text += "\nBackends:\n";
    for (const auto& [name, help] : kBackends) text += row(name, help, kFlagColumn);
    text += "\nEnvironment:\n";
    for (const auto& [name, help] : kEnvironment) text += row(name, help, kFlagColumn);
  }
  text += fmt::format("\n{}\n", wrapped(fmt::format("Exit codes: {}", kExitCodes), width(), 0));
  return text;
}

std::string command_help(const Command& command) {
  std::string text = fmt::format("Usage: {}\n\n{}\n\nExample:\n  tutti {}\n", usage_of(command),
                                 command.summary, wrapped(command.example, width(), 4, 8));
  std::string group = "-";
  for (const Argument& argument : command.arguments) {
    if (argument.group != group) {
      group = argument.group;
      text += fmt::format("\n{}:\n", group.empty() ? "Arguments" : group);
    }
    text += argument.positional
                ? row(argument.name, argument.help, kFlagColumn)
                : row("--" + argument.name + kind_of(argument), described(argument), kFlagColumn);
  }
  return text + "\n" + global_help();
}

}  // namespace tutti::app
