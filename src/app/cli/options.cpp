// SPDX-License-Identifier: Apache-2.0
#include "app/cli/options.h"

#include <algorithm>
#include <array>
#include <nlohmann/json.hpp>

#include "app/cli/suggest.h"
#include "app/cli/unsupported.h"
#include "base/text.h"
#include "format/json.h"

namespace tutti::app {
namespace {

const std::array kGlobalFlags = {"help", "version", "json", "threads", "quiet", "verbose"};
constexpr int kMostThreads = 4096;

bool is_bool_word(std::string_view word) {
  return word == "true" || word == "false" || word == "True" || word == "False";
}

/// A command line being read, word by word.
class Reader {
 public:
  Reader(const std::vector<std::string>& words, const std::vector<Command>& commands)
      : words_(words), commands_(commands) {}

  CommandLine read() {
    bool flags_end = false;
    while (next_ < words_.size()) {
      const std::string& word = words_[next_++];
      if (!flags_end && word == "--") {
        flags_end = true;
      } else if (!flags_end && word.starts_with("--")) {
        read_flag(word);
      } else if (!flags_end && word.size() > 1 && word[0] == '-') {
        read_short_flag(word);
      } else if (line_.command) {
        read_positional(word);
      } else {
        read_command(word);
      }
    }
    return std::move(line_);
  }

 private:
  void read_command(const std::string& word) {
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
    user_error("\"{}\" is no command{}; see `tutti --help`", escaped(name),
               suggestion(name, names));
  }

  void read_positional(const std::string& word) {
    size_t index = positional_++;
    for (const Argument& argument : line_.command->arguments) {
      if (!argument.positional || index-- != 0) continue;
      line_.given.emplace_back(&argument, word);
      return;
    }
    user_error("tutti {}: \"{}\" is one word too many; see `tutti {} --help`", line_.command->name,
               escaped(word), line_.command->name);
  }

  void read_short_flag(const std::string& word) {
    if (word == "-h") {
      line_.help = true;
    } else if (word == "-q") {
      line_.global.quiet = true;
    } else if (word == "-v") {
      line_.global.verbose = true;
    } else {
      user_error("{}: unknown flag, expected -h, -q, -v or --NAME", escaped(word));
    }
  }

  /// "learning_rate" of "--learning-rate=3e-5".
  static std::string name_of_flag(const std::string& word) {
    std::string name = word.substr(2, word.find('=') - 2);
    std::replace(name.begin(), name.end(), '-', '_');
    return name;
  }
  /// The command's flag of that name; null where there is none.
  const Argument* find_flag(const std::string& name) const {
    if (!line_.command) return nullptr;
    for (const Argument& argument : line_.command->arguments)
      if (!argument.positional && argument.name == name) return &argument;
    return nullptr;
  }

  /// The value behind `=`, or the next word.
  std::string value_of(const std::string& flag, std::string_view word) {
    if (const size_t equals = word.find('='); equals != word.npos)
      return std::string(word.substr(equals + 1));
    if (next_ == words_.size()) user_error("{}: expected a value behind it", flag);
    const std::string& value = words_[next_];
    if (value.starts_with("--") && find_flag(name_of_flag(value)))
      user_error("{}: expected a value behind it, found the flag {}", flag, escaped(value, 60));
    return words_[next_++];
  }
  /// The same for a switch, whose value may be left out.
  std::string switch_value_of(const std::string& flag, std::string_view word) {
    const bool has_value =
        word.find('=') != word.npos || (next_ < words_.size() && is_bool_word(words_[next_]));
    return has_value ? value_of(flag, word) : "true";
  }

  void read_flag(const std::string& word) {
    const std::string name = name_of_flag(word);
    const std::string flag = "--" + escaped(name);
    if (read_global_flag(name, flag, word)) return;
    if (!line_.command) {
      user_error("{}: expected a command before it; see `tutti --help`", flag);
    }
    const Argument* argument = find_flag(name);
    if (!argument) unknown_flag(name, flag);
    const bool is_switch = std::holds_alternative<bool*>(argument->value);
    line_.given.emplace_back(argument,
                             is_switch ? switch_value_of(flag, word) : value_of(flag, word));
  }

  bool read_global_flag(const std::string& name, const std::string& flag, const std::string& word) {
    bool* place = name == "help"      ? &line_.help
                  : name == "version" ? &line_.version
                  : name == "json"    ? &line_.global.json
                  : name == "quiet"   ? &line_.global.quiet
                  : name == "verbose" ? &line_.global.verbose
                                      : nullptr;
    if (place != nullptr) {
      set_from_text({name, place, "", ""}, switch_value_of(flag, word), flag);
      return true;
    }
    if (name != "threads") return false;
    int64_t threads = 0;
    set_from_text({name, &threads, "", "", 1, kMostThreads}, value_of(flag, word), flag);
    line_.threads = static_cast<int>(threads);
    return true;
  }

  [[noreturn]] void unknown_flag(const std::string& name, const std::string& flag) {
    if (const auto instead = what_to_use_instead(name))
      user_error("{} is not supported: {}", flag, *instead);
    std::vector<std::string> names(kGlobalFlags.begin(), kGlobalFlags.end());
    for (const Argument& argument : line_.command->arguments)
      if (!argument.positional) names.push_back(argument.name);
    user_error("{} is no flag of `tutti {}`{}; see `tutti {} --help`", flag, line_.command->name,
               suggestion(name, names, "--"), line_.command->name);
  }

  const std::vector<std::string>& words_;
  const std::vector<Command>& commands_;
  CommandLine line_;
  size_t next_ = 0;
  size_t positional_ = 0;
};

std::string shown(const Argument& argument) {
  return argument.positional ? argument.name : "--" + argument.name;
}

}  // namespace

CommandLine parse_command_line(const std::vector<std::string>& words,
                               const std::vector<Command>& commands) {
  return Reader(words, commands).read();
}

void apply(const CommandLine& line) {
  const Command& command = *line.command;
  for (const auto& [argument, text] : line.given)
    if (argument->positional && command.reads_run_file)
      read_arguments(command.arguments, format::read_json(text), escaped(text));
  for (const auto& [argument, text] : line.given) set_from_text(*argument, text, shown(*argument));
  for (const Argument& argument : command.arguments)
    if (argument.required && text_of(argument).empty())
      user_error("tutti {}: {} is missing: {}; see `tutti {} --help`", command.name,
                 shown(argument), argument.help, command.name);
}

}  // namespace tutti::app
