// SPDX-License-Identifier: Apache-2.0
// The fake plugin, which does as it is told, and what is logged meanwhile.
#pragma once

#include <cstdlib>
#include <filesystem>
#include <mutex>
#include <string>

#include "base/log.h"
#include "support/pjrt.h"
#include "support/temporary_folder.h"

namespace tutti::test {

/// Tells the fake plugin what to do, from its next opening on; see tests/fake_plugin.
class Fake {
 public:
  explicit Fake(const std::string& words) { tell(words); }
  ~Fake() { ::unsetenv("TUTTI_FAKE_PJRT"); }
  Fake(const Fake&) = delete;
  Fake& operator=(const Fake&) = delete;

  static void tell(const std::string& words) {
    ::setenv("TUTTI_FAKE_PJRT", words.c_str(), 1);  // NOLINT: tests run on one thread here
  }
  static std::filesystem::path library() { return TUTTI_FAKE_PLUGIN; }
};

/// Keeps what is logged meanwhile.
class LogRecord {
 public:
  LogRecord() {
    set_log_sink([this](LogLevel, const std::string& message) {
      const std::lock_guard lock(mutex_);
      text_ += message + "\n";
    });
  }
  ~LogRecord() { set_log_sink({}); }
  LogRecord(const LogRecord&) = delete;
  LogRecord& operator=(const LogRecord&) = delete;

  std::string text() const {
    const std::lock_guard lock(mutex_);
    return text_;
  }

 private:
  mutable std::mutex mutex_;
  std::string text_;
};

}  // namespace tutti::test
