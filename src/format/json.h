// SPDX-License-Identifier: Apache-2.0
// JSON from outside. Parsing has limits, and errors name the file and the key.
#pragma once

#include <cstddef>
#include <cstdint>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <set>
#include <string>
#include <string_view>

#include "base/files.h"

namespace tutti::format {

/// The most values of a text: a value takes up to 160 bytes of memory and as few as 2 of text.
constexpr size_t kMaxJsonValues = 4'000'000;

/// How deeply values may be nested.
constexpr size_t kMaxJsonDepth = 100;

/// Parses a whole text. Throws UserError "where:line:column: ..." (of the last byte read, 1-based)
/// for malformed, over-deep (> 100), or non-UTF-8 input, for a key that an object has twice,
/// and for more than `max_values` values.
nlohmann::json parse_json(std::string_view text, std::string_view where,
                          size_t max_values = kMaxJsonValues);

/// The same, with the keys of each object in the order of the text, whose first line is
/// `first_line` of its file.
nlohmann::ordered_json parse_json_ordered(std::string_view text, std::string_view where,
                                          size_t first_line = 1);

/// Reads and parses a file of at most `limit` bytes.
nlohmann::json read_json(const Path& path, size_t limit = size_t{1} << 28);

/// What an error says was found: the value of a number or boolean, the kind of any other value.
std::string json_found(const nlohmann::json& value);
std::string json_found(const nlohmann::ordered_json& value);

/// Checks that a value is an object with no member but the known ones. `where` names it in errors.
void expect_json_members(const nlohmann::json& object, const std::set<std::string>& known,
                         std::string_view where);

/// A member of an object, checked for its type. `where` names the file in errors. An absent or null
/// member gives the fallback; without a fallback it is an error.
int64_t json_int(const nlohmann::json& object, std::string_view key, std::string_view where,
                 std::optional<int64_t> fallback = std::nullopt);
double json_double(const nlohmann::json& object, std::string_view key, std::string_view where,
                   std::optional<double> fallback = std::nullopt);
bool json_bool(const nlohmann::json& object, std::string_view key, std::string_view where,
               std::optional<bool> fallback = std::nullopt);
std::string json_string(const nlohmann::json& object, std::string_view key, std::string_view where,
                        std::optional<std::string> fallback = std::nullopt);

}  // namespace tutti::format
