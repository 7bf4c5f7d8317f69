// SPDX-License-Identifier: Apache-2.0
// Ends a text that comes in pieces before the first of some strings.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace tutti::generate {

class StopStrings {
 public:
  /// Strings must not be empty.
  explicit StopStrings(std::vector<std::string> strings) : strings_(std::move(strings)) {}

  /// Adds a piece of text. Gives what is certain to be before any of the strings: the end of the
  /// text so far is held back where it may be the beginning of one.
  std::string push(std::string_view piece);
  /// Gives what was held back, at the end of a text in which none of the strings is.
  std::string finish();
  /// Whether one of the strings is in the text; what follows it is not wanted.
  bool found() const { return found_; }

 private:
  std::vector<std::string> strings_;
  std::string held_;
  bool found_ = false;
};

}  // namespace tutti::generate
