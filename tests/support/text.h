// SPDX-License-Identifier: Apache-2.0
// Program texts with parts that tests fill in.
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

}  // namespace tutti::test
