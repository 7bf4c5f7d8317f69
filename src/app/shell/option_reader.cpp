// SPDX-License-Identifier: Apache-2.0
#include "app/shell/option_reader.h"

#include <algorithm>

#include "app/shell/suggest.h"
#include "base/text.h"
#include "format/run_file.h"

namespace tutti::app {
namespace {

/// Names the help that says more; `command` is empty, or a command and a space.
[[noreturn]] void refuse(const std::string& problem, const std::string& command) {
  user_error("{} `tutti {}--help`", problem + (problem.ends_with('?') ? " See" : "; see"), command);
}

/// Throws one error with all problems, if there are any.
void refuse(const std::vector<std::string>& problems, const std::string& command) {
  if (problems.empty()) return;
  const std::string name = command.empty() ? "" : command + " ";
  if (problems.size() == 1) refuse(problems.front(), name);
  user_error("the command line has {} problems; see `tutti {}--help`\n  {}", problems.size(), name,
             fmt::join(problems, "\n  "));
}

}  // namespace

OptionReader::OptionReader(const std::vector<std::string>& words,
                           const std::vector<Command>& commands)
    : words_(words), commands_(commands) {}

CommandLine OptionReader::read() {
  while (next_ < words_.size()) read_word(words_[next_++]);
  place_words();
  if (!line_.help) refuse(problems_, line_.command ? line_.command->name : "");
  return std::move(line_);
}

void OptionReader::read_word(const std::string& word) {
  if (!flags_end_ && word == "--")
    end_flags();
  else if (!flags_end_ && word.starts_with("--"))
    read_flag(word);
  else if (!flags_end_ && word.size() > 1 && word[0] == '-')
    read_short_flag(word);
  else if (line_.command)
    read_positional(word);
  else
    read_command(word);
}

void OptionReader::end_flags() {
  flags_end_ = true;
  if (line_.command && line_.command->takes_words) take_words();
}

void OptionReader::take_words() {
  line_.global.words.assign(words_.begin() + static_cast<std::ptrdiff_t>(next_), words_.end());
  next_ = words_.size();
}

void OptionReader::read_command(const std::string& word) {
  if (word == "help" && line_.group.empty()) {
    line_.help = true;
    return;
  }
  const std::string name = line_.group.empty() ? word : line_.group + " " + word;
  std::vector<std::string> names;
  for (const Command& command : commands_) {
    if (command.name == name) {
      line_.command = &command;
      line_.group.clear();
      return;
    }
    if (command.name.starts_with(name + " ")) {
      line_.group = name;
      return;
    }
    names.push_back(command.name);
  }
  refuse(fmt::format("there is no command \"{}\"{}", escaped(name), suggestion(name, names)), "");
}

void OptionReader::read_positional(const std::string& word) {
  if (line_.command->takes_words) {  // as for torchrun, without `--`
    next_--;
    return take_words();
  }
  by_place_.push_back(word);
}

void OptionReader::place_words() {
  size_t placed = 0;
  for (const std::string& word : by_place_) {
    const Argument* argument = place_of(word, placed);
    if (!argument) {
      problems_.push_back(fmt::format("\"{}\" is one word too many for `tutti {}`", escaped(word),
                                      line_.command->name));
      continue;
    }
    line_.given.emplace_back(argument, word);
    placed += argument->positional ? 1 : 0;
  }
}

const Argument* OptionReader::place_of(const std::string& word, size_t placed) const {
  const auto is_given = [&](const Argument& argument) {
    return std::any_of(line_.given.begin(), line_.given.end(),
                       [&](const auto& one) { return one.first == &argument; });
  };
  const bool is_run_file = line_.command->reads_run_file && format::names_run_file(word);
  for (const Argument& argument : line_.command->arguments)
    if (argument.first_word && !is_run_file && !is_given(argument)) return &argument;
  for (const Argument& argument : line_.command->arguments) {
    if (!argument.positional) continue;
    const bool takes_all = std::holds_alternative<std::vector<std::string>*>(argument.value);
    if (takes_all || placed-- == 0) return &argument;
  }
  return nullptr;
}

}  // namespace tutti::app
