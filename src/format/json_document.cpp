// SPDX-License-Identifier: Apache-2.0
#include "format/json_document.h"

#include <algorithm>
#include <new>
#include <nlohmann/json.hpp>
#include <unordered_set>
#include <vector>

#include "base/error.h"
#include "base/text.h"
#include "format/json.h"

namespace tutti::format {
namespace {

using simdjson::dom::element_type;

/// Whether a key comes twice.
bool has_key_twice(const simdjson::dom::object& object) {
  constexpr size_t kFew = 16;
  if (object.size() > kFew) {
    std::unordered_set<std::string_view> seen;
    for (const auto& member : object)
      if (!seen.insert(member.key).second) return true;
    return false;
  }
  std::string_view keys[kFew];
  auto* end = keys;
  for (const auto& member : object) {
    if (std::find(keys, end, member.key) != end) return true;
    *end++ = member.key;
  }
  return false;
}

/// Whether a value keeps the limits of parse_json(). `values` counts those that were looked at.
bool is_within_limits(JsonElement value, size_t depth, size_t& values) {
  if (++values > kMaxJsonValues) return false;
  if (value.type() == element_type::ARRAY) {
    if (depth == kMaxJsonDepth) return false;
    for (const JsonElement item : array_of(value))
      if (!is_within_limits(item, depth + 1, values)) return false;
  } else if (value.type() == element_type::OBJECT) {
    const simdjson::dom::object object = object_of(value);
    if (depth == kMaxJsonDepth || has_key_twice(object)) return false;
    for (const auto& member : object)
      if (!is_within_limits(member.value, depth + 1, values)) return false;
  }
  return true;
}

}  // namespace

JsonDocument::JsonDocument(std::string_view text, std::string_view where, size_t first_line) {
  const simdjson::error_code failure = parser_.parse(text.data(), text.size()).get(root_);
  if (failure == simdjson::MEMALLOC) throw std::bad_alloc();
  size_t values = 0;
  if (failure == simdjson::SUCCESS && is_within_limits(root_, 0, values)) return;
  parse_json_ordered(text, where, first_line);  // knows what is wrong, and where
  user_error("{}: found {}, expected none", escaped(where, 1000),
             failure == simdjson::SUCCESS ? "values beyond the limits"
                                          : "a number that 64 bits do not hold");
}

std::string json_found(JsonElement value) {
  switch (value.type()) {
    case element_type::ARRAY:
      return "an array";
    case element_type::OBJECT:
      return "an object";
    case element_type::STRING:
      return fmt::format("\"{}\"", escaped(string_of(value)));
    case element_type::DOUBLE:
      return fmt::format("{}", value.get_double().value_unsafe());
    default:
      return simdjson::minify(value);
  }
}

}  // namespace tutti::format
