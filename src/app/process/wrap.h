// SPDX-License-Identifier: Apache-2.0
// Breaks lines between words; a terminal would break them inside words.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace tutti::app {

/// The columns that a text takes on a terminal: escape sequences take none, wide characters two.
size_t columns_of(std::string_view text);

/// Wraps a text that comes in pieces, so that no line has more than `width` columns. A continuation
/// line begins with `indent` spaces, or fewer if its first word is long. A word that is longer than
/// `width` gets its own line. The width 0 leaves the text unchanged.
class Wrapper {
 public:
  explicit Wrapper(size_t width, size_t indent = 0, size_t column = 0);

  /// The text that can be shown now; the last word may still grow.
  std::string push(std::string_view piece);
  /// The rest.
  std::string finish();

 private:
  void end_word(std::string& out);

  size_t width_, indent_, column_;
  bool has_word_ = false;   // on the line
  std::string gap_, word_;  // that are not shown yet
};

/// Wraps a whole text, whose first line begins in `column`.
std::string wrapped(std::string_view text, size_t width, size_t indent, size_t column = 0);

/// The same for lines that may have columns, separated by two or more spaces: a broken line
/// continues below its last column, and one without columns continues two spaces to the right.
std::string wrapped_lines(std::string_view text, size_t width);

}  // namespace tutti::app
