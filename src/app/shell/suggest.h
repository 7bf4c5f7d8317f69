// SPDX-License-Identifier: Apache-2.0
// "Did you mean ...?"
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace tutti::app {

/// The name that was meant: `typed` is one typing error away, is short for it, or is near by edit
/// distance; empty if there is none.
std::string nearest(std::string_view typed, const std::vector<std::string>& names);

/// ". Did you mean --seed?" with `before` and `after` around the name, or nothing.
std::string suggestion(std::string_view typed, const std::vector<std::string>& names,
                       std::string_view before = "", std::string_view after = "");

}  // namespace tutti::app
