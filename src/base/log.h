// SPDX-License-Identifier: Apache-2.0
// The logging seam: libraries say what happened, the application decides where it is shown.
#pragma once

#include <fmt/format.h>

#include <functional>
#include <string>
#include <utility>

namespace tutti {

enum class LogLevel { debug, info, warning, error };

using LogSink = std::function<void(LogLevel, const std::string&)>;

/// Replaces the sink (none at first: messages are dropped). Call before threads start.
void set_log_sink(LogSink sink);
void log_message(LogLevel level, const std::string& message);

template <typename... Args>
void log_info(fmt::format_string<Args...> format, Args&&... args) {
  log_message(LogLevel::info, fmt::format(format, std::forward<Args>(args)...));
}
template <typename... Args>
void log_debug(fmt::format_string<Args...> format, Args&&... args) {
  log_message(LogLevel::debug, fmt::format(format, std::forward<Args>(args)...));
}
template <typename... Args>
void log_warning(fmt::format_string<Args...> format, Args&&... args) {
  log_message(LogLevel::warning, fmt::format(format, std::forward<Args>(args)...));
}

}  // namespace tutti
