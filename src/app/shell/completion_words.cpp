// SPDX-License-Identifier: Apache-2.0
#include "app/shell/completion_words.h"

#include "app/shell/help.h"

namespace tutti::app {

bool is_text(const Argument& argument) {
  return (std::holds_alternative<std::string*>(argument.value) ||
          std::holds_alternative<std::vector<std::string>*>(argument.value)) &&
         argument.choices.empty();
}

std::string group_of(const Command& command) {
  const size_t space = command.name.find(' ');
  return space == std::string::npos ? "" : command.name.substr(0, space);
}
std::string last_word(const Command& command) {
  return command.name.substr(command.name.rfind(' ') + 1);
}

std::vector<std::pair<std::string, std::string>> words_behind(const std::vector<Command>& commands,
                                                              const std::string& group) {
  std::vector<std::pair<std::string, std::string>> words;
  for (const Command& command : commands) {
    const std::string own = group_of(command);
    if (own == group)
      words.emplace_back(last_word(command), command.summary);
    else if (group.empty() && (words.empty() || words.back().first != own))
      words.emplace_back(own, fmt::format("Work on programs; see `tutti {} --help`.", own));
  }
  return words;
}

std::vector<std::string> groups(const std::vector<Command>& commands) {
  std::vector<std::string> names;
  for (const Command& command : commands)
    if (const auto group = group_of(command);
        !group.empty() && (names.empty() || names.back() != group))
      names.push_back(group);
  return names;
}

std::string first_words(const std::vector<std::pair<std::string, std::string>>& words) {
  std::vector<std::string> names;
  for (const auto& [name, help] : words) names.push_back(name);
  return fmt::format("{}", fmt::join(names, " "));
}

}  // namespace tutti::app
