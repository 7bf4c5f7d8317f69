// SPDX-License-Identifier: Apache-2.0
#include "step/buckets.h"

#include <gtest/gtest.h>

namespace tutti::step {
namespace {

using Ranges = std::vector<std::pair<size_t, size_t>>;

/// The buckets of sums of so many bytes each.
Ranges buckets(const std::vector<int64_t>& bytes, int64_t most) {
  std::vector<Field> sums;
  for (const int64_t size : bytes)
    sums.push_back({kSumsRole, "", ir::Type::tensor(ir::ElementType::f32, {size / 4})});
  Ranges ranges;
  for (const Bucket& bucket : buckets_of(sums, most))
    ranges.emplace_back(bucket.first, bucket.last);
  return ranges;
}

TEST(Buckets, AllSumsAreInOneWithoutALimit) {
  EXPECT_EQ(buckets({40, 8, 12, 4}, 0), (Ranges{{0, 4}}));
}

TEST(Buckets, AreFilledFromTheEnd) {
  EXPECT_EQ(buckets({8, 8, 8, 4, 4}, 16), (Ranges{{2, 5}, {0, 2}}));
  EXPECT_EQ(buckets({8, 8, 8, 4, 4}, 15), (Ranges{{3, 5}, {2, 3}, {1, 2}, {0, 1}}));
  EXPECT_EQ(buckets({8, 8, 8, 4, 4}, 1000), (Ranges{{0, 5}}));
}

TEST(Buckets, ASumThatIsTooLargeHasItsOwn) {
  EXPECT_EQ(buckets({40, 8, 12, 4}, 16), (Ranges{{2, 4}, {1, 2}, {0, 1}}));
}

}  // namespace
}  // namespace tutti::step
