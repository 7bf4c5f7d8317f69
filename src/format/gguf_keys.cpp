// SPDX-License-Identifier: Apache-2.0
#include "format/gguf_keys.h"

#include <algorithm>
#include <array>
#include <type_traits>

#include "base/checked.h"

namespace tutti::format {
namespace {

constexpr std::array<std::string_view, 13> kGgufTypeNames = {
    "u8", "i8", "u16", "i16", "u32", "i32", "f32", "bool", "string", "list", "u64", "i64", "f64"};

/// The value of a key, or null where it is absent and there is a fallback.
const GgufValue* gguf_value(const GgufKeys& keys, std::string_view key, std::string_view where,
                            bool has_fallback) {
  const GgufValue* value = gguf_find(keys, key);
  if (!value && !has_fallback) user_error("{}: key {} is missing", where, key);
  return value;
}

[[noreturn]] void wrong_type(const GgufValue& value, std::string_view key, std::string_view where,
                             std::string_view expected) {
  user_error("{}: key {}: found a {}, expected {}", where, key, gguf_type_name(value), expected);
}

template <typename T>
constexpr bool is_gguf_integer = std::is_integral_v<T> && !std::is_same_v<T, bool>;

}  // namespace

std::string gguf_type_name(const GgufValue& value) {
  if (const auto* list = std::get_if<GgufList>(&value))
    return fmt::format("list of {}", kGgufTypeNames[list->index()]);
  return std::string(kGgufTypeNames[value.index()]);
}

const GgufValue* gguf_find(const GgufKeys& keys, std::string_view key) {
  const auto found =
      std::find_if(keys.begin(), keys.end(), [&](const auto& pair) { return pair.first == key; });
  return found == keys.end() ? nullptr : &found->second;
}

int64_t gguf_integer(const GgufKeys& keys, std::string_view key, std::string_view where,
                     std::optional<int64_t> fallback) {
  const GgufValue* value = gguf_value(keys, key, where, fallback.has_value());
  if (!value) return *fallback;
  return std::visit(
      [&](const auto& found) -> int64_t {
        if constexpr (is_gguf_integer<std::decay_t<decltype(found)>>)
          return checked_cast<int64_t>(found, fmt::format("{}: key {}", where, key));
        else
          wrong_type(*value, key, where, "an integer");
      },
      *value);
}

double gguf_number(const GgufKeys& keys, std::string_view key, std::string_view where,
                   std::optional<double> fallback) {
  const GgufValue* value = gguf_value(keys, key, where, fallback.has_value());
  if (!value) return *fallback;
  return std::visit(
      [&](const auto& found) -> double {
        using Found = std::decay_t<decltype(found)>;
        if constexpr (is_gguf_integer<Found> || std::is_floating_point_v<Found>)
          return static_cast<double>(found);
        else
          wrong_type(*value, key, where, "a number");
      },
      *value);
}

bool gguf_bool(const GgufKeys& keys, std::string_view key, std::string_view where,
               std::optional<bool> fallback) {
  const GgufValue* value = gguf_value(keys, key, where, fallback.has_value());
  if (!value) return *fallback;
  if (const auto* found = std::get_if<bool>(value)) return *found;
  wrong_type(*value, key, where, "a bool");
}

std::string gguf_string(const GgufKeys& keys, std::string_view key, std::string_view where,
                        std::optional<std::string> fallback) {
  const GgufValue* value = gguf_value(keys, key, where, fallback.has_value());
  if (!value) return *fallback;
  if (const auto* found = std::get_if<std::string>(value)) return *found;
  wrong_type(*value, key, where, "a string");
}

}  // namespace tutti::format
