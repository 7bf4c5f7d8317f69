// SPDX-License-Identifier: Apache-2.0
#include "comm/transfer_costs.h"

#include <gtest/gtest.h>

namespace tutti::comm {
namespace {

/// Between a nanosecond and a second for a message, and between 1 MB and 1 TB in a second.
TEST(TransferCosts, AreThoseOfAMachine) {
  const TransferCosts costs = measured_transfer_costs();
  EXPECT_GT(costs.message, 1e-9);
  EXPECT_LT(costs.message, 1);
  EXPECT_GE(costs.waking, 0);
  EXPECT_LT(costs.waking, 60);
  EXPECT_GT(costs.byte, 1e-12);
  EXPECT_LT(costs.byte, 1e-6);
}

}  // namespace
}  // namespace tutti::comm
