// SPDX-License-Identifier: Apache-2.0
// Logging for libraries: they report what happened, and the application decides what to show where.
#pragma once

#include <fmt/format.h>

#include <functional>
#include <string>
#include <utility>

namespace tutti {

enum class LogLevel { debug, info, warning, error };

using LogSink = std::function<void(LogLevel, const std::string&)>;

/// Sets the function that takes all messages. Until then they are dropped. Call it before other
/// threads start.
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
