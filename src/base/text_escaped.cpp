// SPDX-License-Identifier: Apache-2.0
// Texts from outside as they may be shown.
#include <fmt/format.h>

#include <algorithm>

#include "base/text.h"

namespace tutti {
namespace {

bool is_safe_to_show(uint32_t value) {
  const bool control = value < 0x20 || (value >= 0x7f && value <= 0x9f);
  const bool line_break = value == 0x2028 || value == 0x2029;
  const bool direction = value == 0x061c || value == 0x200e || value == 0x200f ||
                         (value >= 0x202a && value <= 0x202e) ||
                         (value >= 0x2066 && value <= 0x2069);
  return !control && !line_break && !direction;
}

}  // namespace

std::string escaped(std::string_view text, size_t limit) {
  std::string result;
  size_t at = 0;
  while (at < text.size()) {
    const CodePoint code_point = first_code_point(text.substr(at));
    const size_t size = code_point.size == 0 ? 1 : code_point.size;
    if (at + size > limit) return result + "...";
    if (code_point.size > 0 && is_safe_to_show(code_point.value)) {
      result += text.substr(at, size);
    } else {
      for (size_t i = at; i < at + size; i++)
        result += fmt::format("\\x{:02X}", static_cast<uint8_t>(text[i]));
    }
    at += size;
  }
  return result;
}

std::string escaped_lines(std::string_view message) {
  std::string result;
  while (!message.empty()) {
    const size_t kept = std::min(message.find_first_of("\n\t"), message.size());
    result += escaped(message.substr(0, kept), kept);
    if (kept < message.size()) result += message[kept];
    message.remove_prefix(std::min(kept + 1, message.size()));
  }
  return result;
}

}  // namespace tutti
