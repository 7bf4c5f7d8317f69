// SPDX-License-Identifier: Apache-2.0
#include "format/yaml_plain.h"

#include <yaml.h>

#include <algorithm>
#include <charconv>

namespace tutti::format {
namespace {

using nlohmann::json;

template <typename Number>
std::optional<json> whole_number(std::string_view text) {
  Number value{};
  const auto [end, failure] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (failure != std::errc() || end != text.data() + text.size()) return std::nullopt;
  return value;
}

}  // namespace

json plain_value(std::string_view text) {
  const auto is_one_of = [&](std::initializer_list<std::string_view> words) {
    return std::find(words.begin(), words.end(), text) != words.end();
  };
  if (is_one_of({"", "~", "null", "Null", "NULL"})) return nullptr;
  if (is_one_of({"true", "True", "TRUE"})) return true;
  if (is_one_of({"false", "False", "FALSE"})) return false;
  std::string_view digits = text;
  if (digits.starts_with('+')) digits.remove_prefix(1);
  const bool may_be_number = digits.find_first_not_of("0123456789.eE+-") == digits.npos &&
                             !digits.starts_with('+') &&
                             !(text.starts_with('+') && digits.starts_with('-'));
  if (may_be_number) {
    if (auto value = whole_number<int64_t>(digits)) return *value;
    if (auto value = whole_number<uint64_t>(digits)) return *value;
    if (auto value = whole_number<double>(digits)) return *value;
  }
  return std::string(text);
}

}  // namespace tutti::format
