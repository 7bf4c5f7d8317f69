// SPDX-License-Identifier: Apache-2.0
// Members of JSON objects, checked for their types.
#include <nlohmann/json.hpp>
#include <utility>

#include "base/error.h"
#include "base/text.h"
#include "format/json.h"

namespace tutti::format {
namespace {

using nlohmann::json;
using nlohmann::ordered_json;

template <typename Json>
std::string found_in(const Json& value) {
  if (value.is_number() || value.is_boolean() || value.is_null()) return value.dump();
  if (value.is_string())
    return fmt::format("\"{}\"", escaped(value.template get_ref<const std::string&>()));
  return fmt::format("an {}", value.type_name());
}

/// The member `key`, null where it is absent or null; an error where neither it nor a fallback is.
const json* member(const json& object, std::string_view key, std::string_view where,
                   bool has_fallback, std::string_view expected) {
  if (!object.is_object())
    user_error("{}: found {}, expected an object with the key \"{}\"", escaped(where, 1000),
               json_found(object), escaped(key));
  const auto found = object.find(key);
  if (found != object.end() && !found->is_null()) return &*found;
  if (!has_fallback)
    user_error("{}: the key \"{}\" is missing, expected {}", escaped(where, 1000), escaped(key),
               expected);
  return nullptr;
}

/// The same, whose value must also satisfy `fits`.
const json* member_that(bool (*fits)(const json&), const json& object, std::string_view key,
                        std::string_view where, bool has_fallback, std::string_view expected) {
  const json* value = member(object, key, where, has_fallback, expected);
  if (value && !fits(*value))
    user_error("{}: key \"{}\": found {}, expected {}", escaped(where, 1000), escaped(key),
               json_found(*value), expected);
  return value;
}

bool is_int(const json& value) {
  return value.is_number_integer() &&
         (!value.is_number_unsigned() || value.get<uint64_t>() <= INT64_MAX);
}
bool is_number(const json& value) {
  return value.is_number();
}
bool is_bool(const json& value) {
  return value.is_boolean();
}
bool is_string(const json& value) {
  return value.is_string();
}

}  // namespace

std::string json_found(const json& value) {
  return found_in(value);
}

std::string json_found(const ordered_json& value) {
  return found_in(value);
}

int64_t json_int(const json& object, std::string_view key, std::string_view where,
                 std::optional<int64_t> fallback) {
  const json* value =
      member_that(is_int, object, key, where, fallback.has_value(), "an integer of 64 bits");
  return value ? value->get<int64_t>() : *fallback;
}

double json_double(const json& object, std::string_view key, std::string_view where,
                   std::optional<double> fallback) {
  const json* value = member_that(is_number, object, key, where, fallback.has_value(), "a number");
  return value ? value->get<double>() : *fallback;
}

bool json_bool(const json& object, std::string_view key, std::string_view where,
               std::optional<bool> fallback) {
  const json* value =
      member_that(is_bool, object, key, where, fallback.has_value(), "true or false");
  return value ? value->get<bool>() : *fallback;
}

std::string json_string(const json& object, std::string_view key, std::string_view where,
                        std::optional<std::string> fallback) {
  const json* value = member_that(is_string, object, key, where, fallback.has_value(), "a string");
  return value ? value->get<std::string>() : *std::move(fallback);
}

void expect_json_members(const json& object, const std::set<std::string>& known,
                         std::string_view where) {
  if (!object.is_object()) user_error("{}: found {}, expected an object", where, found_in(object));
  for (const auto& [key, value] : object.items())
    if (!known.contains(key))
      user_error("{}: \"{}\" is unknown; expected {}", where, escaped(key), fmt::join(known, ", "));
}

}  // namespace tutti::format
