// SPDX-License-Identifier: Apache-2.0
#include "app/options.h"

#include <algorithm>
#include <cctype>
#include <nlohmann/json.hpp>

#include "app/suggest.h"
#include "app/unsupported.h"
#include "base/text.h"
#include "format/content_kind.h"
#include "format/json.h"
#include "format/yaml.h"

namespace tutti::app {
namespace {

constexpr int kMostThreads = 4096;
constexpr size_t kLargestRunFile = size_t{1} << 28;  // bytes

/// One error that tells all problems; none where there are none.
void refuse(const std::vector<std::string>& problems, const std::string& command) {
  if (problems.empty()) return;
  const std::string help =
      fmt::format("see `tutti {}--help`", command.empty() ? "" : command + " ");
  if (problems.size() == 1) user_error("{}; {}", problems.front(), help);
  user_error("{} problems with the command line; {}\n  {}", problems.size(), help,
             fmt::join(problems, "\n  "));
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
        if (!line_.command || !line_.command->takes_words) continue;
        line_.global.words.assign(words_.begin() + static_cast<std::ptrdiff_t>(next_),
                                  words_.end());
        break;
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
    if (!line_.help) refuse(problems_, line_.command ? line_.command->name : "");
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
      if (!argument.positional) continue;
      const bool takes_all = std::holds_alternative<std::vector<std::string>*>(argument.value);
      if (!takes_all && index-- != 0) continue;
      line_.given.emplace_back(&argument, word);
      return;
    }
    problems_.push_back(
        fmt::format("tutti {}: \"{}\" is one word too many", line_.command->name, escaped(word)));
  }

  void read_short_flag(const std::string& word) {
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

  /// "learning_rate" of "--learning-rate=3e-5".
  static std::string name_of_flag(const std::string& word) {
    std::string name = word.substr(2, word.find('=') - 2);
    std::replace(name.begin(), name.end(), '-', '_');
    return name;
  }
  static const Argument* find_flag(const std::string& name, const Command& command) {
    for (const Argument& argument : command.arguments)
      if (argument.is_called(name)) return &argument;
    return nullptr;
  }
  /// The command's flag of that name; null where there is none.
  const Argument* find_flag(const std::string& name) const {
    return line_.command ? find_flag(name, *line_.command) : nullptr;
  }

  bool has_own_value(std::string_view word) const { return word.find('=') != word.npos; }

  /// The value after `=`, or else the next word. Where there is neither, notes a problem and gives
  /// nothing.
  std::optional<std::string> value_of(const std::string& flag, std::string_view word) {
    if (has_own_value(word)) return std::string(word.substr(word.find('=') + 1));
    if (next_ == words_.size()) {
      problems_.push_back(fmt::format("{}: expected a value behind it", flag));
      return std::nullopt;
    }
    const std::string& value = words_[next_];
    if (value.starts_with("--") && find_flag(name_of_flag(value))) {
      problems_.push_back(fmt::format("{}: expected a value behind it, found the flag {}", flag,
                                      escaped(value, 60)));
      return std::nullopt;
    }
    return words_[next_++];
  }
  /// The same for a switch, whose value may be left out.
  std::optional<std::string> switch_value_of(const std::string& flag, std::string_view word) {
    const bool has_value =
        has_own_value(word) || (next_ < words_.size() && truth_word(words_[next_]));
    return has_value ? value_of(flag, word) : "true";
  }
  static bool is_flag(const std::string& word) {
    return word.size() > 1 && word[0] == '-' && std::isdigit(static_cast<uint8_t>(word[1])) == 0;
  }
  /// The words after an unknown flag may be its values.
  void skip_values() {
    while (next_ < words_.size() && !is_flag(words_[next_])) next_++;
  }

  void read_flag(const std::string& word) {
    const std::string name = name_of_flag(word);
    const std::string flag = "--" + escaped(name);
    if (read_global_flag(name, flag, word)) return;
    if (!line_.command) {
      user_error("{}: expected a command before it; see `tutti --help`", flag);
    }
    const Argument* argument = find_flag(name);
    if (!argument) {
      problems_.push_back(unknown_flag(name, flag));
      if (!has_own_value(word)) skip_values();
      return;
    }
    auto value = argument->is_switch() ? switch_value_of(flag, word) : value_of(flag, word);
    if (value) line_.given.emplace_back(argument, *std::move(value));
  }

  bool read_global_flag(const std::string& name, const std::string& flag, const std::string& word) {
    bool* place = name == "help"      ? &line_.help
                  : name == "version" ? &line_.version
                  : name == "json"    ? &line_.global.json
                  : name == "quiet"   ? &line_.global.quiet
                  : name == "verbose" ? &line_.global.verbose
                                      : nullptr;
    if (place != nullptr) {
      if (const auto value = switch_value_of(flag, word))
        set_from_text({name, place, "", ""}, *value, flag);
      return true;
    }
    if (name != "threads") return false;
    int64_t threads = 0;
    if (const auto value = value_of(flag, word))
      set_from_text({name, &threads, "", "", 1, kMostThreads}, *value, flag);
    line_.threads = static_cast<int>(threads);
    return true;
  }

  /// Why there is no such flag, and what to do.
  std::string unknown_flag(const std::string& name, const std::string& flag) const {
    if (const auto instead = what_to_use_instead(name))
      return fmt::format("{} is not supported: {}", flag, *instead);
    std::vector<std::string> names;
    for (const GlobalFlag& global : kGlobalFlags) names.emplace_back(global.name);
    for (const Argument& argument : line_.command->arguments)
      if (!argument.positional) names.push_back(argument.name);
    std::string advice = suggestion(name, names, "--");
    const auto has_it = [&](const Command& command) { return find_flag(name, command) != nullptr; };
    const auto other = std::find_if(commands_.begin(), commands_.end(), has_it);
    if (advice.empty() && other != commands_.end())
      advice = fmt::format(", but one of `tutti {}`", other->name);
    return fmt::format("{} is no flag of `tutti {}`{}", flag, line_.command->name, advice);
  }

  const std::vector<std::string>& words_;
  const std::vector<Command>& commands_;
  CommandLine line_;
  size_t next_ = 0;
  size_t positional_ = 0;
  std::vector<std::string> problems_;  // told together, at the end
};

/// Of JSON, or of YAML where the name says so.
nlohmann::json read_run_file(const Path& path) {
  if (path.extension() == ".yaml" || path.extension() == ".yml") return format::read_yaml(path);
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

CommandLine parse_command_line(const std::vector<std::string>& words,
                               const std::vector<Command>& commands) {
  return Reader(words, commands).read();
}

void apply(const CommandLine& line) {
  const Command& command = *line.command;
  for (const auto& [argument, text] : line.given)
    if (argument->positional && command.reads_run_file)
      read_arguments(command.arguments, read_run_file(text), escaped(text));
  for (const auto& [argument, text] : line.given) set_from_text(*argument, text, shown(*argument));
  const auto is_given = [&](const Argument& argument) {
    return std::any_of(line.given.begin(), line.given.end(),
                       [&](const auto& one) { return one.first == &argument; });
  };
  for (const Argument& argument : command.arguments)
    if (argument.required && text_of(argument).empty())
      user_error("tutti {}: {} is {}: {}; see `tutti {} --help`", command.name, shown(argument),
                 is_given(argument) ? "empty" : "missing", argument.help, command.name);
}

}  // namespace tutti::app
