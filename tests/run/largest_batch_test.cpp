// SPDX-License-Identifier: Apache-2.0
#include "run/largest_batch.h"

#include <gtest/gtest.h>

namespace tutti::run {
namespace {

TEST(LargestBatch, TheLargestBatchOfADeviceIsOnALineBetweenPlans) {
  const std::map<int64_t, int64_t> line = {{8, 1000}, {16, 1800}};
  EXPECT_EQ(largest_batch(line, 1000), 8);
  EXPECT_EQ(largest_batch(line, 2050), 18);
  EXPECT_EQ(largest_batch(line, 350), 1);
  EXPECT_EQ(largest_batch(line, 100), 0);
  EXPECT_EQ(largest_batch({{8, 1000}, {16, 1000}}, 1000), 16);
  EXPECT_EQ(largest_batch({{8, 1000}, {16, 1000}}, 999), 0);
  // Sums of split rows grow with the logarithm of a batch: the last two plans say more.
  EXPECT_EQ(largest_batch({{8, 1000}, {16, 1100}, {32, 1200}}, 1150), 24);
  EXPECT_EQ(largest_batch({{8, 1000}, {16, 1100}, {32, 1200}}, 1300), 48);
}

TEST(LargestBatch, TheLargestBatchOfThisDeviceIsPlanned) {
  for (const int64_t most : {8, 9, 16, 100, 1000}) {
    const auto planned = [&](int64_t limit) {
      return largest_planned(8, most, [&](int64_t size) {
        EXPECT_LE(size, most);
        return size <= limit;
      });
    };
    EXPECT_EQ(planned(8), 8);
    EXPECT_EQ(planned(1000), most);
    if (most <= 77) continue;
    EXPECT_LE(planned(77), 77);
    EXPECT_GE(planned(77), 73);
  }
}

TEST(LargestBatch, TheLargestBatchOfATargetTakesFewPlans) {
  struct Case {
    int64_t batch, most, memory, largest, plans;
  };
  // A batch of n takes 1000 + 100 n bytes.
  for (const Case& one : {Case{8, 1000, 1800, 8, 5}, Case{8, 1000, 11'100, 101, 3},
                          Case{8, 50, 11'100, 50, 3}, Case{8, 8, 11'100, 8, 1},
                          Case{8, 1000, 1700, 0, 1}, Case{1, 100'000, 1'001'000, 10'000, 3}}) {
    int64_t plans = 0;
    const int64_t largest = largest_by_line(one.batch, one.most, one.memory,
                                            [&](int64_t size) -> std::optional<int64_t> {
                                              plans++;
                                              EXPECT_LE(size, one.most);
                                              const int64_t bytes = 1000 + 100 * size;
                                              if (bytes > one.memory) return std::nullopt;
                                              return bytes;
                                            });
    EXPECT_EQ(largest, one.largest) << one.batch << " " << one.memory;
    EXPECT_LE(plans, one.plans) << one.memory;
  }
  // The first batches take what is there anyway.
  EXPECT_GE(largest_by_line(4, 1 << 20, 10'000,
                            [](int64_t size) -> std::optional<int64_t> {
                              if (size > 1000) return std::nullopt;
                              return std::max<int64_t>(200, 10 * size);
                            }),
            64);
  // A compiler that needs more than the line says: the answer fits, and nothing is asked for ever.
  int plans = 0;
  const int64_t largest =
      largest_by_line(4, 1 << 20, 10'000, [&](int64_t size) -> std::optional<int64_t> {
        plans++;
        const int64_t bytes = size * size;
        if (bytes > 10'000) return std::nullopt;
        return bytes;
      });
  EXPECT_LE(plans, kMostPlans);
  EXPECT_GE(largest, 8);
  EXPECT_LE(largest, 100);
}

}  // namespace
}  // namespace tutti::run
