// SPDX-License-Identifier: Apache-2.0
#include "base/log.h"

#include <gtest/gtest.h>

namespace tutti {
namespace {

TEST(Log, TheSinkTakesEachMessageWithItsLevel) {
  std::string text;
  set_log_sink([&](LogLevel level, const std::string& message) {
    text += fmt::format("{}:{}\n", static_cast<int>(level), message);
  });
  log_debug("read {} bytes", 3);
  log_info("opened");
  log_warning("{} is late", "a step");
  log_message(LogLevel::error, "{}");
  set_log_sink({});
  log_info("dropped");
  EXPECT_EQ(text, "0:read 3 bytes\n1:opened\n2:a step is late\n3:{}\n");
}

}  // namespace
}  // namespace tutti
