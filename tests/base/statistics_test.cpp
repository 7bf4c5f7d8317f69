// SPDX-License-Identifier: Apache-2.0
#include "base/statistics.h"

#include <gtest/gtest.h>

#include <cmath>

namespace tutti {
namespace {

TEST(Statistics, MediansAndSpreads) {
  EXPECT_EQ(median_of({3, 1, 2}), 2);
  EXPECT_EQ(median_of({4, 1, 2, 3}), 2.5);
  EXPECT_TRUE(std::isnan(median_of({})));
  // Distances from 2: 1, 0, 1, 98.
  EXPECT_DOUBLE_EQ(spread_of({1, 2, 3, 100, 2}), 1.4826);
  EXPECT_EQ(spread_of({5}), 0);
}

}  // namespace
}  // namespace tutti
