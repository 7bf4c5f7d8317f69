// SPDX-License-Identifier: Apache-2.0
// A text, line by line.
#pragma once

#include <algorithm>
#include <string_view>

namespace tutti {

/// The line that begins at `at`, without its end. Moves `at` to the begin of the next one, which is
/// past the text's end after the last line.
inline std::string_view next_line(std::string_view text, size_t& at) {
  const size_t begin = at, end = std::min(text.find('\n', at), text.size());
  at = end + 1;
  return text.substr(begin, end - begin);
}

}  // namespace tutti
