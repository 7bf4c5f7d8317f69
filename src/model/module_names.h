// SPDX-License-Identifier: Apache-2.0
// Which modules the names and patterns of an adapter's configuration choose.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "model/adapter_config.h"

namespace tutti::model {

bool matches_all(std::string_view name, std::string_view prefix, const std::string& pattern,
                 std::string_view suffix = "");

/// Whether a name is `last`, or ends with a dot and `last`.
bool ends_with_module(std::string_view name, std::string_view last);

bool is_listed(const std::vector<std::string>& list, std::string_view name);

bool is_named(const ModuleNames& names, std::string_view name);

/// The first number that is a part of the name and comes after parts that match `before`.
std::optional<int64_t> layer_number(std::string_view name, const std::string& before);

}  // namespace tutti::model
