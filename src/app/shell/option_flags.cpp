// SPDX-License-Identifier: Apache-2.0
// Which flag a word of a command line is, and what its value is.
#include <algorithm>
#include <cctype>
#include <nlohmann/json.hpp>

#include "app/shell/option_reader.h"
#include "app/shell/suggest.h"
#include "app/shell/unsupported.h"
#include "base/text.h"
#include "format/argument_values.h"
#include "format/run_file.h"

namespace tutti::app {
namespace {

constexpr int kMostThreads = 4096;

}  // namespace

void OptionReader::read_short_flag(const std::string& word) {
  if (word == "-h") {
    line_.help = true;
  } else if (word == "-q") {
    line_.global.quiet = true;
  } else if (word == "-v") {
    line_.global.verbose = true;
  } else {
    problems_.push_back(
        fmt::format("{}: unknown flag, expected -h, -q, -v or --NAME", escaped(word)));
    skip_values();
  }
}

std::string OptionReader::name_of_flag(const std::string& word) {
  std::string name = word.substr(2, word.find('=') - 2);
  std::replace(name.begin(), name.end(), '-', '_');
  return name;
}

const Argument* OptionReader::find_flag(const std::string& name, const Command& command) {
  return find_argument(command.arguments, name);
}

const Argument* OptionReader::find_flag(const std::string& name) const {
  return line_.command ? find_flag(name, *line_.command) : nullptr;
}

std::optional<std::string> OptionReader::value_of(const std::string& flag, std::string_view word) {
  if (has_own_value(word)) return std::string(word.substr(word.find('=') + 1));
  if (next_ == words_.size()) {
    problems_.push_back(fmt::format("{} needs a value", flag));
    return std::nullopt;
  }
  const std::string& value = words_[next_];
  if (value.starts_with("--") && find_flag(name_of_flag(value))) {
    problems_.push_back(
        fmt::format("{} needs a value, and the flag {} follows it", flag, escaped(value, 60)));
    return std::nullopt;
  }
  return words_[next_++];
}

std::optional<std::string> OptionReader::switch_value_of(const std::string& flag,
                                                         std::string_view word) {
  const bool has_value =
      has_own_value(word) || (next_ < words_.size() && format::truth_word(words_[next_]));
  return has_value ? value_of(flag, word) : "true";
}

std::optional<std::string> OptionReader::several_values_of(const std::string& flag,
                                                           std::string_view word) {
  auto values = value_of(flag, word);
  const auto is_value = [&](const std::string& next) {
    return !is_flag(next) && !(line_.command->reads_run_file && format::names_run_file(next));
  };
  while (values && !has_own_value(word) && next_ < words_.size() && is_value(words_[next_]))
    *values += "," + words_[next_++];
  return values;
}

bool OptionReader::is_flag(const std::string& word) {
  return word.size() > 1 && word[0] == '-' && std::isdigit(static_cast<uint8_t>(word[1])) == 0;
}

void OptionReader::skip_values() {
  const bool ends = line_.command && line_.command->takes_words;  // a command line may follow
  while (next_ < words_.size() && !is_flag(words_[next_])) {
    next_++;
    if (ends) return;
  }
}

void OptionReader::read_flag(const std::string& word) {
  const std::string name = name_of_flag(word);
  const std::string flag = "--" + escaped(name);
  if (read_global_flag(name, flag, word)) return;
  if (!line_.command) {
    user_error("{} needs a command before it; see `tutti --help`", flag);
  }
  const Argument* argument = find_flag(name);
  if (!argument) {
    problems_.push_back(unknown_flag(name, flag));
    if (!has_own_value(word)) skip_values();
    return;
  }
  auto value = argument->is_switch() ? switch_value_of(flag, word)
               : argument->several   ? several_values_of(flag, word)
                                     : value_of(flag, word);
  if (value) line_.given.emplace_back(argument, *std::move(value));
}

bool OptionReader::read_global_flag(const std::string& name, const std::string& flag,
                                    const std::string& word) {
  bool* place = name == "help"      ? &line_.help
                : name == "version" ? &line_.version
                : name == "json"    ? &line_.global.json
                : name == "quiet"   ? &line_.global.quiet
                : name == "verbose" ? &line_.global.verbose
                                    : nullptr;
  if (place != nullptr) {
    if (const auto value = switch_value_of(flag, word))
      format::set_from_text({name, place, "", ""}, *value, flag);
    return true;
  }
  if (name != "threads") return false;
  int64_t threads = 0;
  if (const auto value = value_of(flag, word))
    format::set_from_text({name, &threads, "", "", 1, kMostThreads}, *value, flag);
  line_.threads = static_cast<int>(threads);
  return true;
}

std::string OptionReader::unknown_flag(const std::string& name, const std::string& flag) const {
  if (const auto instead = what_to_use_instead(name, line_.command->arguments))
    return fmt::format("{} is not supported: {}", flag, *instead);
  std::vector<std::string> names;
  for (const GlobalFlag& global : kGlobalFlags) names.emplace_back(global.name);
  for (const Argument& argument : line_.command->arguments)
    if (!argument.positional) names.push_back(argument.name);
  const auto takes_it = [&](const Command& command) { return find_flag(name, command) != nullptr; };
  const auto other = std::find_if(commands_.begin(), commands_.end(), takes_it);
  return fmt::format("`tutti {}` does not take {}{}{}", line_.command->name, flag,
                     other == commands_.end() ? "" : fmt::format(" (`tutti {}` does)", other->name),
                     suggestion(name, names, "--"));
}

}  // namespace tutti::app
