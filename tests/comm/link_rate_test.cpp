// SPDX-License-Identifier: Apache-2.0
#include "comm/link_rate.h"

#include <gtest/gtest.h>

#include "comm/local_transport.h"

namespace tutti::comm {
namespace {

TEST(LinkRate, EveryProcessLearnsThatOfEachConnection) {
  auto transports = local_transports(3);
  std::vector<std::vector<double>> found(3);
  std::vector<std::thread> threads;
  for (size_t rank = 0; rank < 3; rank++)
    threads.emplace_back([&, rank] {
      Communicator communicator(std::move(transports[rank]), static_cast<int64_t>(rank), 3, 60);
      found[rank] = link_rates(communicator, "127.0.0.1");
      communicator.finish();
    });
  for (std::thread& thread : threads) thread.join();
  ASSERT_EQ(found[0].size(), 3u);
  EXPECT_EQ(found[0][0], 0);
  for (size_t rank = 1; rank < 3; rank++) {
    EXPECT_GT(found[0][rank], 1e6) << "bytes a second within one machine";
    EXPECT_EQ(found[rank], found[0]);
  }
}

}  // namespace
}  // namespace tutti::comm
