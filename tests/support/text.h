// SPDX-License-Identifier: Apache-2.0
// Program texts: parts that tests fill in, and how often others are there.
#pragma once

#include <string>
#include <string_view>

namespace tutti::test {

/// The text with each `from` replaced, once.
inline std::string replaced(std::string text, std::string_view from, std::string_view to) {
  for (size_t at = text.find(from); at != std::string::npos; at = text.find(from, at + to.size()))
    text.replace(at, from.size(), to);
  return text;
}

/// How many times a text has a part.
inline size_t count_of(std::string_view text, std::string_view part) {
  size_t found = 0;
  for (size_t at = text.find(part); at != text.npos; at = text.find(part, at + 1)) found++;
  return found;
}

}  // namespace tutti::test
