// SPDX-License-Identifier: Apache-2.0
// Dates and times of day as texts.
#pragma once

#include <chrono>
#include <ctime>
#include <string>

namespace tutti {

/// A time in UTC in strftime's format, as "%Y-%m-%dT%H:%M:%SZ"; at most 63 bytes.
std::string utc_text(std::chrono::system_clock::time_point time, const char* format);

/// The present time likewise.
std::string utc_now(const char* format);

/// The present time in the time zone of this machine.
std::tm local_now();

}  // namespace tutti
