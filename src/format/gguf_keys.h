// SPDX-License-Identifier: Apache-2.0
// The keys of a GGUF file and their values.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "base/error.h"

namespace tutti::format {

/// A list of values of one type. The index of the type is its number in the format; a list of lists
/// has the number 9 and is refused.
using GgufList =
    std::variant<std::vector<uint8_t>, std::vector<int8_t>, std::vector<uint16_t>,
                 std::vector<int16_t>, std::vector<uint32_t>, std::vector<int32_t>,
                 std::vector<float>, std::vector<bool>, std::vector<std::string>, std::monostate,
                 std::vector<uint64_t>, std::vector<int64_t>, std::vector<double>>;

/// A key's value. The index of the type is its number in the format. Strings are the file's bytes:
/// the format asks for UTF-8, but the tokens of a vocabulary may be parts of characters.
using GgufValue = std::variant<uint8_t, int8_t, uint16_t, int16_t, uint32_t, int32_t, float, bool,
                               std::string, GgufList, uint64_t, int64_t, double>;

inline constexpr uint32_t kGgufListNumber = 9;

/// Keys with their values in the file's order.
using GgufKeys = std::vector<std::pair<std::string, GgufValue>>;

/// "u32", "string", "list of f32": what an error calls the type of a value.
std::string gguf_type_name(const GgufValue& value);

/// The value of a key, or null.
const GgufValue* gguf_find(const GgufKeys& keys, std::string_view key);

/// The value of a key, checked for its type: any integer type, any number, and the like. `where`
/// names the file in errors. An absent key gives the fallback; without a fallback it is an error.
int64_t gguf_integer(const GgufKeys& keys, std::string_view key, std::string_view where,
                     std::optional<int64_t> fallback = std::nullopt);
double gguf_number(const GgufKeys& keys, std::string_view key, std::string_view where,
                   std::optional<double> fallback = std::nullopt);
bool gguf_bool(const GgufKeys& keys, std::string_view key, std::string_view where,
               std::optional<bool> fallback = std::nullopt);
std::string gguf_string(const GgufKeys& keys, std::string_view key, std::string_view where,
                        std::optional<std::string> fallback = std::nullopt);

/// The list of a key, whose elements are of exactly this type. It lives as long as `keys`.
template <typename T>
const std::vector<T>& gguf_list(const GgufKeys& keys, std::string_view key,
                                std::string_view where) {
  const GgufValue* value = gguf_find(keys, key);
  if (!value) user_error("{}: key {} is missing", where, key);
  const auto* list = std::get_if<GgufList>(value);
  const auto* items = list ? std::get_if<std::vector<T>>(list) : nullptr;
  if (!items)
    user_error("{}: key {}: found a {}, expected a {}", where, key, gguf_type_name(*value),
               gguf_type_name(GgufList(std::vector<T>())));
  return *items;
}

}  // namespace tutti::format
