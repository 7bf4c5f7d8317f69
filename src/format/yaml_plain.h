// SPDX-License-Identifier: Apache-2.0
// The values that YAML texts without quotes are.
#pragma once

#include <nlohmann/json.hpp>
#include <string_view>

namespace tutti::format {

/// A plain scalar by the core schema, without its numbers to the bases 8 and 16.
nlohmann::json plain_value(std::string_view text);

}  // namespace tutti::format
