// SPDX-License-Identifier: Apache-2.0
#include "generate/stop_strings.h"

#include <algorithm>
#include <utility>

namespace tutti::generate {
namespace {

/// The longest end of a text that is the beginning of a string, but not all of it.
size_t length_of_beginning(std::string_view text, std::string_view string) {
  size_t length = std::min(text.size(), string.size() - 1);
  while (!text.ends_with(string.substr(0, length))) length--;
  return length;
}

}  // namespace

std::string StopStrings::push(std::string_view piece) {
  if (found_) return {};
  held_ += piece;
  size_t end = held_.size(), held = 0;
  for (const std::string& string : strings_) {
    const size_t at = held_.find(string);
    found_ = found_ || at != held_.npos;
    end = std::min(end, at);
    held = std::max(held, length_of_beginning(held_, string));
  }
  if (!found_) end = held_.size() - held;
  std::string certain = held_.substr(0, end);
  held_.erase(0, found_ ? held_.npos : end);
  return certain;
}

std::string StopStrings::finish() {
  return std::exchange(held_, {});
}

}  // namespace tutti::generate
