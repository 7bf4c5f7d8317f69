// SPDX-License-Identifier: Apache-2.0
// Completion for fish.
#include "app/shell/completion.h"
#include "app/shell/completion_words.h"
#include "app/shell/help.h"

namespace tutti::app {
namespace {

std::string fish_quoted(std::string_view text) {
  std::string out = "'";
  for (const char c : text) {
    if (c == '\'' || c == '\\') out += '\\';
    out += c;
  }
  return out + "'";
}

/// The condition under which a command's arguments are offered.
std::string fish_seen(const Command& command) {
  const std::string group = group_of(command);
  const std::string last = "__fish_seen_subcommand_from " + last_word(command);
  return group.empty() ? last : fmt::format("__fish_seen_subcommand_from {}; and {}", group, last);
}

std::string fish_value(const Argument& argument) {
  if (!argument.choices.empty()) return fmt::format(" -xa '{}'", fmt::join(argument.choices, " "));
  if (is_text(argument)) return " -rF";
  return argument.is_switch() ? "" : " -x";
}

}  // namespace

std::string fish_completion(const std::vector<Command>& commands) {
  std::string text =
      "# Completion of tutti for fish, made by `tutti completion fish`.\ncomplete -c tutti -f\n";
  for (const GlobalFlag& flag : kGlobalFlags)
    text += fmt::format("complete -c tutti -l {}{}{} -d {}\n", flag.name,
                        flag.letter.empty() ? "" : fmt::format(" -s {}", flag.letter),
                        flag.value.empty() ? "" : " -x", fish_quoted(flag.help));
  for (const auto& [word, help] : words_behind(commands, ""))
    text += fmt::format("complete -c tutti -n __fish_use_subcommand -a {} -d {}\n", word,
                        fish_quoted(help));
  for (const std::string& group : groups(commands)) {
    const auto words = words_behind(commands, group);
    for (const auto& [word, help] : words)
      text += fmt::format(
          "complete -c tutti -n '__fish_seen_subcommand_from {}; and not "
          "__fish_seen_subcommand_from {}' -a {} -d {}\n",
          group, first_words(words), word, fish_quoted(help));
  }
  for (const Command& command : commands)
    for (const Argument& argument : command.arguments) {
      const std::string start = fmt::format("complete -c tutti -n '{}'", fish_seen(command));
      if (!argument.positional)
        text += fmt::format("{} -l {}{} -d {}\n", start, argument.name, fish_value(argument),
                            fish_quoted(described(argument)));
      else if (argument.choices.empty())
        text += start + " -F\n";
      else
        text += fmt::format("{} -a '{}'\n", start, fmt::join(argument.choices, " "));
    }
  return text;
}

}  // namespace tutti::app
