// SPDX-License-Identifier: Apache-2.0
// Records what is logged.
#pragma once

#include <mutex>
#include <string>

#include "base/log.h"

namespace tutti::test {

/// Keeps what is logged while it exists.
class LogRecord {
 public:
  LogRecord() {
    set_log_sink([this](LogLevel level, const std::string& message) {
      const std::lock_guard lock(mutex_);
      text_ += message + "\n";
      if (level != LogLevel::debug) shown_ += message + "\n";
    });
  }
  ~LogRecord() { set_log_sink({}); }
  LogRecord(const LogRecord&) = delete;
  LogRecord& operator=(const LogRecord&) = delete;

  std::string text() const {
    const std::lock_guard lock(mutex_);
    return text_;
  }
  /// What is shown without -v.
  std::string shown() const {
    const std::lock_guard lock(mutex_);
    return shown_;
  }

 private:
  mutable std::mutex mutex_;
  std::string text_, shown_;
};

}  // namespace tutti::test
