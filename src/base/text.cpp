// SPDX-License-Identifier: Apache-2.0
#include "base/text.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

namespace tutti {

CodePoint first_code_point(std::string_view text) {
  const auto byte_at = [&](size_t i) {
    return static_cast<uint32_t>(static_cast<uint8_t>(text[i]));
  };
  const uint32_t lead = byte_at(0);
  if (lead < 0x80) return {lead, 1};
  const size_t size = lead >= 0xf0 ? 4 : lead >= 0xe0 ? 3 : 2;
  if (lead < 0xc2 || lead > 0xf4 || text.size() < size) return {};
  uint32_t value = lead & (0x7fu >> size);
  for (size_t i = 1; i < size; i++) {
    if ((byte_at(i) & 0xc0) != 0x80) return {};
    value = value << 6 | (byte_at(i) & 0x3f);
  }
  constexpr std::array<uint32_t, 5> kSmallest = {0, 0, 0x80, 0x800, 0x10000};
  const bool surrogate = value >= 0xd800 && value <= 0xdfff;
  if (value < kSmallest[size] || value > 0x10ffff || surrogate) return {};
  return {value, size};
}

bool is_valid_utf8(std::string_view text) {
  while (!text.empty()) {
    const CodePoint code_point = first_code_point(text);
    if (code_point.size == 0) return false;
    text.remove_prefix(code_point.size);
  }
  return true;
}

std::vector<std::string> parts_of_list(std::string_view list) {
  constexpr std::string_view kBlanks = " \t";
  std::vector<std::string> parts;
  while (!list.empty()) {
    std::string_view part = list.substr(0, list.find(','));
    list.remove_prefix(std::min(part.size() + 1, list.size()));
    part.remove_prefix(std::min(part.find_first_not_of(kBlanks), part.size()));
    part = part.substr(0, part.find_last_not_of(kBlanks) + 1);
    if (!part.empty()) parts.emplace_back(part);
  }
  return parts;
}

std::vector<std::string> words_of(std::string_view text) {
  constexpr std::string_view kSpaces = " \t\n\v\f\r";
  std::vector<std::string> words;
  for (size_t end = 0, at; (at = text.find_first_not_of(kSpaces, end)) != std::string_view::npos;) {
    end = std::min(text.find_first_of(kSpaces, at), text.size());
    words.emplace_back(text.substr(at, end - at));
  }
  return words;
}

std::string shell_word(const std::string& text) {
  constexpr std::string_view kPlain =
      "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-./:=,@%+";
  if (!text.empty() && text.find_first_not_of(kPlain) == std::string::npos) return text;
  std::string quoted = "'";
  for (const char c : text) quoted += c == '\'' ? "'\\''" : std::string(1, c);
  return quoted + "'";
}

std::string counted(int64_t count, std::string_view one) {
  return fmt::format("{} {}{}", count, one, count == 1 ? "" : "s");
}

std::string human_bytes(size_t bytes) {
  constexpr std::array<const char*, 6> kUnits = {"KiB", "MiB", "GiB", "TiB", "PiB", "EiB"};
  if (bytes < 1024) return fmt::format("{} B", bytes);
  double value = static_cast<double>(bytes) / 1024;
  size_t unit = 0;
  while (value >= 1023.95 && unit + 1 < kUnits.size()) {
    value /= 1024;
    unit++;
  }
  return fmt::format("{:.1f} {}", value, kUnits[unit]);
}

}  // namespace tutti
