// SPDX-License-Identifier: Apache-2.0
#include "app/cli/help.h"

#include <algorithm>

namespace tutti::app {
namespace {

constexpr size_t kWidth = 98;
constexpr size_t kFlagColumn = 34;
constexpr size_t kCommandColumn = 14;

constexpr std::string_view kGlobalHelp =
    "Everywhere:\n"
    "  -h, --help                      this text\n"
    "  --version                       the version\n"
    "  --json                          a machine-readable result on stdout\n"
    "  --threads N                     default: what the affinity mask and the cgroup allow\n"
    "  -q, --quiet                     warnings and errors only\n"
    "  -v, --verbose                   more messages\n";

constexpr std::pair<const char*, const char*> kBackends[] = {
    {"cpu", "this machine's processor"},
    {"reference", "the operations' own meaning, slow: the judge"},
    {"pjrt=PLUGIN", "a plugin by name or file; see `tutti devices`"},
    {"pjrt=PLUGIN?NAME=VALUE&...:INDEX", "the same with options for it, and one of its devices"}};

constexpr std::pair<const char*, const char*> kEnvironment[] = {
    {"XDG_CACHE_HOME", "its tutti/ keeps features and compiled programs [~/.cache]"},
    {"HF_HUB_CACHE, HF_HOME", "where names of models and data sets are looked up"},
    {"PJRT_NAMES_AND_LIBRARY_PATHS", "more plugins, as NAME:FILE,NAME:FILE"},
    {"NO_COLOR", "no colours on a terminal"}};

/// Breaks a text at spaces; lines after the first are indented.
std::string wrapped(std::string_view text, size_t indent) {
  std::string out;
  size_t column = indent;
  while (!text.empty()) {
    const std::string_view word = text.substr(0, text.find(' '));
    if (column > indent && column + 1 + word.size() > kWidth) {
      out += "\n" + std::string(indent, ' ');
      column = indent;
    } else if (column > indent) {
      out += ' ';
      column++;
    }
    out += word;
    column += word.size();
    text.remove_prefix(std::min(text.size(), word.size() + 1));
  }
  return out;
}

/// Two columns; a left one that is too wide gets a line of its own.
std::string row(const std::string& left, const std::string& right, size_t column) {
  std::string line = "  " + left;
  line += line.size() < column ? std::string(column - line.size(), ' ')
                               : "\n" + std::string(column, ' ');
  return line + wrapped(right, column) + "\n";
}

std::string kind_of(const Argument& argument) {
  if (!argument.choices.empty()) return fmt::format(" {}", fmt::join(argument.choices, "|"));
  if (std::holds_alternative<bool*>(argument.value)) return "";
  if (std::holds_alternative<double*>(argument.value)) return " NUMBER";
  if (std::holds_alternative<std::string*>(argument.value)) return " TEXT";
  return " N";
}

std::string described(const Argument& argument) {
  const std::string standard = text_of(argument);
  const bool is_switch = std::holds_alternative<bool*>(argument.value);
  if (argument.required && !argument.positional) return argument.help + " [required]";
  if (argument.positional || is_switch || standard.empty()) return argument.help;
  return fmt::format("{} [{}]", argument.help, standard);
}

}  // namespace

std::string program_help(const std::vector<Command>& commands, const std::string& group) {
  const std::string dash = group.empty() ? "" : " " + group;
  std::string text = fmt::format("Usage: tutti{} COMMAND [ARGUMENTS]\n\n", dash);
  if (group.empty())
    text += "Fine-tunes BERT on SQuAD: one program from the tokenizer to the score.\n\n";
  text += "Commands:\n";
  for (const Command& command : commands)
    if (group.empty() || command.name.starts_with(group + " "))
      text += row(command.name, command.summary, kCommandColumn);
  text += fmt::format("\n`tutti{} COMMAND --help` tells a command's arguments.\n\n", dash);
  text += kGlobalHelp;
  if (group.empty()) {
    text += "\nBackends:\n";
    for (const auto& [name, help] : kBackends) text += row(name, help, kFlagColumn);
    text += "\nEnvironment:\n";
    for (const auto& [name, help] : kEnvironment) text += row(name, help, kFlagColumn);
  }
  text +=
      "\nExit codes: 0 done, 1 ran and a check failed, 2 wrong usage or input, 3 a backend is\n"
      "missing, 4 out of memory, 5 a file or the network failed, 75 stopped to be resumed,\n"
      "130 interrupted.\n";
  return text;
}

std::string command_help(const Command& command) {
  std::string usage = "tutti " + command.name;
  bool has_flags = false;
  for (const Argument& argument : command.arguments) {
    if (argument.positional)
      usage += argument.required ? " " + argument.name : " [" + argument.name + "]";
    else
      has_flags = true;
  }
  std::string text = fmt::format("Usage: {}{}\n\n{}\n\nExample:\n  tutti {}\n", usage,
                                 has_flags ? " [--NAME VALUE ...]" : "", command.summary,
                                 wrapped(command.example, 4));
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
  return text + "\n" + std::string(kGlobalHelp);
}

}  // namespace tutti::app
