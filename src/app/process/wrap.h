// SPDX-License-Identifier: Apache-2.0
// Breaks lines between words, where a terminal would break them inside words.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace tutti::app {

/// The columns that a text takes on a terminal: escape sequences take none, wide characters two.
size_t columns_of(std::string_view text);

/// Breaks a text that comes in pieces, so that no line has more than `width` columns. A line that a
/// break makes begins with `indent` spaces, or fewer where its first word is long. A word that is
/// longer than `width` has a line of its own. The width 0 leaves the text as it is.
class Wrapper {
 public:
  explicit Wrapper(size_t width, size_t indent = 0, size_t column = 0);

  /// What may be shown by now; the last word may become longer.
  std::string push(std::string_view piece);
  /// The rest.
  std::string finish();

 private:
  void end_word(std::string& out);

  size_t width_, indent_, column_;
  bool has_word_ = false;   // on the line
  std::string gap_, word_;  // that are not shown yet
};

/// A whole text, whose first line begins in `column`.
std::string wrapped(std::string_view text, size_t width, size_t indent, size_t column = 0);

/// The same for lines that may have columns with two spaces or more between them: a line that is
/// broken goes on below its last column, and one without columns goes on two spaces to the right.
std::string wrapped_lines(std::string_view text, size_t width);

}  // namespace tutti::app
