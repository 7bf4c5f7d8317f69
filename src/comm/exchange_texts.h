// SPDX-License-Identifier: Apache-2.0
// How processes that are not connected yet tell each other where they can be reached.
#pragma once

#include <functional>
#include <string>
#include <vector>

namespace tutti::comm {

/// Gives every process the texts of all, by rank.
using ExchangeTexts = std::function<std::vector<std::string>(const std::string& mine)>;

/// Enough for processes of busy machines to answer each other; in seconds.
inline constexpr double kConnectLimit = 30;

}  // namespace tutti::comm
