// SPDX-License-Identifier: Apache-2.0
// How processes that are not connected yet exchange their addresses.
#pragma once

#include <functional>
#include <string>
#include <vector>

namespace tutti::comm {

/// Gives every process the texts of all, by rank.
using ExchangeTexts = std::function<std::vector<std::string>(const std::string& mine)>;

/// Seconds in which even processes on busy machines answer each other.
inline constexpr double kConnectLimit = 30;

}  // namespace tutti::comm
