// SPDX-License-Identifier: Apache-2.0
// Deadlines of waits.
#pragma once

#include <chrono>

namespace tutti::comm {

using TimePoint = std::chrono::steady_clock::time_point;

/// Rounded down.
inline std::chrono::milliseconds milliseconds_of(double seconds) {
  return std::chrono::milliseconds(static_cast<int64_t>(seconds * 1000));
}

/// So many seconds from now.
inline TimePoint after(double seconds) {
  return std::chrono::steady_clock::now() + milliseconds_of(seconds);
}

}  // namespace tutti::comm
