// SPDX-License-Identifier: Apache-2.0
// Reads a command line, word by word.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "app/shell/options.h"
#include "base/argument.h"

namespace tutti::app {

/// A command line while it is read.
class OptionReader {
 public:
  OptionReader(const std::vector<std::string>& words, const std::vector<Command>& commands);

  CommandLine read();

 private:
  void read_word(const std::string& word);
  /// At "--": positional words follow, or the words of a command that takes any.
  void end_flags();
  /// The rest is another command line.
  void take_words();

  void read_command(const std::string& word);

  void read_positional(const std::string& word);

  /// Assigns the words that are not flags to the arguments that take them: the first to the model,
  /// unless a flag names it, the others by position.
  void place_words();
  /// The argument for a word after `placed` others have been assigned; null if there is none.
  const Argument* place_of(const std::string& word, size_t placed) const;

  void read_short_flag(const std::string& word);

  /// "learning_rate" of "--learning-rate=3e-5".
  static std::string name_of_flag(const std::string& word);
  static const Argument* find_flag(const std::string& name, const Command& command);
  /// The command's flag with that name; null if there is none.
  const Argument* find_flag(const std::string& name) const;

  bool has_own_value(std::string_view word) const { return word.find('=') != word.npos; }

  /// The value after `=`, or else the next word. If there is neither, notes a problem and returns
  /// nothing.
  std::optional<std::string> value_of(const std::string& flag, std::string_view word);
  /// The same for a switch, whose value may be left out.
  std::optional<std::string> switch_value_of(const std::string& flag, std::string_view word);
  static bool is_flag(const std::string& word);
  /// The same for a text of several words, which end at the next flag.
  std::optional<std::string> several_values_of(const std::string& flag, std::string_view word);
  /// Skips the words after an unknown flag: they may be its values.
  void skip_values();

  void read_flag(const std::string& word);

  bool read_global_flag(const std::string& name, const std::string& flag, const std::string& word);

  /// Why there is no such flag, and what to do.
  std::string unknown_flag(const std::string& name, const std::string& flag) const;

  const std::vector<std::string>& words_;
  const std::vector<Command>& commands_;
  CommandLine line_;
  size_t next_ = 0;
  std::vector<std::string> by_place_;  // the words that are not flags
  bool flags_end_ = false;
  std::vector<std::string> problems_;  // reported together, at the end
};

}  // namespace tutti::app
