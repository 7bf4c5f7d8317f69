// SPDX-License-Identifier: Apache-2.0
#include "comm/sum_schedule.h"

#include <gtest/gtest.h>

namespace tutti::comm {
namespace {

TEST(SumSchedule, GivesEveryOwnerItsFirstChunkFirst) {
  std::vector<ChunkMessage> found;
  for (int64_t n = 0; n < 6; n++) found.push_back(nth_message(n, 2, 4));
  EXPECT_EQ(found, (std::vector<ChunkMessage>{{0, 3}, {0, 0}, {0, 1}, {1, 3}, {1, 0}, {1, 1}}));
}

TEST(SumSchedule, ChunksCoverTheElementsOfABucket) {
  int64_t at = 100;
  for (int64_t rank = 0; rank < 3; rank++)
    for (const Slice& chunk : chunks_of({100, 200'100}, rank, 3, 30'000)) {
      EXPECT_EQ(chunk.begin, at);
      EXPECT_LE(chunk.size(), 30'000);
      at = chunk.end;
    }
  EXPECT_EQ(at, 200'100);
  EXPECT_TRUE(chunks_of({5, 5}, 0, 2).empty());
}

}  // namespace
}  // namespace tutti::comm
