// SPDX-License-Identifier: Apache-2.0
// What the completions of all shells derive from the list of commands.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "app/shell/options.h"

namespace tutti::app {

/// Whether the value is text, which may name a file; numbers are not completed.
bool is_text(const Argument& argument);

/// The first word of "ir verify", and its second one.
std::string group_of(const Command& command);
std::string last_word(const Command& command);

/// The words that may come first, or after the name of a group: each once, with its explanation.
std::vector<std::pair<std::string, std::string>> words_behind(const std::vector<Command>& commands,
                                                              const std::string& group);

std::vector<std::string> groups(const std::vector<Command>& commands);

std::string first_words(const std::vector<std::pair<std::string, std::string>>& words);

}  // namespace tutti::app
