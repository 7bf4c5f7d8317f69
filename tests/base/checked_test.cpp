// SPDX-License-Identifier: Apache-2.0
#include "base/checked.h"

#include <gtest/gtest.h>

#include <cstdint>

#include "support/errors.h"

namespace tutti {
namespace {

using test::expect_contains;
using test::failure_of;

TEST(Checked, MultipliesUntilItWouldWrap) {
  EXPECT_EQ(checked_multiply<int64_t>(3, -4, "x"), -12);
  EXPECT_EQ(checked_multiply<uint64_t>(uint64_t{1} << 32, (uint64_t{1} << 32) - 1, "x"),
            18446744069414584320u);
  const auto failure =
      failure_of([] { checked_multiply<uint64_t>(uint64_t{1} << 32, uint64_t{1} << 32, "rows"); });
  EXPECT_EQ(failure.code, ExitCode::usage);
  expect_contains(failure.message, "rows");
  failure_of([] { checked_multiply<int64_t>(INT64_MIN, -1, "x"); });
}

TEST(Checked, AddsUntilItWouldWrap) {
  EXPECT_EQ(checked_add<int32_t>(INT32_MAX - 1, 1, "x"), INT32_MAX);
  failure_of([] { checked_add<int32_t>(INT32_MAX, 1, "x"); });
  failure_of([] { checked_add<int64_t>(INT64_MIN, -1, "x"); });
  failure_of([] { checked_add<uint64_t>(UINT64_MAX, 8, "x"); });
}

TEST(Checked, CastsWhatFits) {
  EXPECT_EQ(checked_cast<int8_t>(127, "x"), 127);
  EXPECT_EQ(checked_cast<size_t>(int64_t{7}, "x"), 7u);
  failure_of([] { checked_cast<int8_t>(128, "x"); });
  failure_of([] { checked_cast<uint64_t>(-1, "x"); });
  failure_of([] { checked_cast<int64_t>(UINT64_MAX, "x"); });
}

}  // namespace
}  // namespace tutti
