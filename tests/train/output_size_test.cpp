// SPDX-License-Identifier: Apache-2.0
#include "train/output_size.h"

#include <gtest/gtest.h>

#include "support/errors.h"

namespace tutti::train {
namespace {

OutputSize size_of(int64_t steps, int64_t save_steps, int64_t keep, int64_t first = 0) {
  TrainerOptions options;
  options.total_steps = steps;
  options.save_steps = save_steps;
  options.keep_checkpoints = keep;
  return output_size(300, 100, options, first);  // parameters and two moments; parameters
}

TEST(OutputSize, CountsTheCheckpointsOfARun) {
  EXPECT_EQ(size_of(100, 10, 0).kept, 10);
  EXPECT_EQ(size_of(100, 10, 0).output, 3100);
  EXPECT_EQ(size_of(100, 10, 0).most, 3100);
  EXPECT_EQ(size_of(105, 10, 0).kept, 11);  // one after the last step
  EXPECT_EQ(size_of(100, 10, 2).output, 700);
  EXPECT_EQ(size_of(100, 10, 2).most, 1000);  // the new one before the oldest goes
  EXPECT_EQ(size_of(20, 10, 2).most, 700);
  EXPECT_EQ(size_of(5, 10, 2).kept, 1);
  EXPECT_EQ(size_of(100, 0, 0).output, 100);
  EXPECT_EQ(size_of(100, 10, 0, 60).kept, 4);
}

TEST(OutputSize, SaysWhatADiskLacks) {
  const OutputSize size = size_of(100, 10, 2);
  EXPECT_EQ(lack_of_disk(size, "out", 1000), std::nullopt);
  const auto lack = lack_of_disk(size, "out", 999);
  ASSERT_TRUE(lack.has_value());
  test::expect_contains(*lack,
                        "out: 999 B are free, and this run writes up to 1000 B: the model and 2 "
                        "checkpoints of 300 B; give a smaller --save_total_limit");
}

}  // namespace
}  // namespace tutti::train
