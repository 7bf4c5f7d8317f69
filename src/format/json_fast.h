// SPDX-License-Identifier: Apache-2.0
// A fast parser for JSON without mistakes.
#pragma once

#include <cstddef>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string_view>

namespace tutti::format {

/// The value of a well-formed text of at most `max_values` values, nested at most `max_depth` deep,
/// without a key twice in one object. Empty for any other text, without a reason.
std::optional<nlohmann::json> parse_json_fast(std::string_view text, size_t max_values,
                                              size_t max_depth);

}  // namespace tutti::format
