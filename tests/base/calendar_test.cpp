// SPDX-License-Identifier: Apache-2.0
#include "base/calendar.h"

#include <gtest/gtest.h>

namespace tutti {
namespace {

std::chrono::system_clock::time_point after_1970(int64_t seconds) {
  return std::chrono::system_clock::time_point(std::chrono::seconds(seconds));
}

TEST(Calendar, TimesInUtc) {
  EXPECT_EQ(utc_text(after_1970(0), "%Y-%m-%dT%H:%M:%SZ"), "1970-01-01T00:00:00Z");
  // `date -u -d @951827696`, a leap day
  EXPECT_EQ(utc_text(after_1970(951827696), "%Y%m%dT%H%M%SZ"), "20000229T123456Z");
}

TEST(Calendar, NowIsAfterThisWasWrittenAndInAFewParts) {
  EXPECT_GT(utc_now("%Y-%m-%d"), "2026-01-01");
  const std::tm parts = local_now();
  EXPECT_GE(parts.tm_year, 126);
  EXPECT_LT(parts.tm_mon, 12);
}

}  // namespace
}  // namespace tutti
