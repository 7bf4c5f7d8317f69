// SPDX-License-Identifier: Apache-2.0
#include "comm/checked_transport.h"

#include <gtest/gtest.h>

#include <atomic>
#include <thread>

#include "comm/communicator.h"
#include "comm/local_transport.h"
#include "comm/numbers.h"
#include "support/errors.h"
#include "support/processes.h"

namespace tutti::comm {
namespace {

using test::numbers;

/// Changes one bit of one message that comes to a process, as a link does that nobody checks.
class DamagingTransport final : public Transport {
 public:
  DamagingTransport(std::unique_ptr<Transport> transport, size_t smallest)
      : transport_(std::move(transport)), smallest_(smallest) {}

  std::unique_ptr<Operation> send(int to, uint64_t tag, const void* data,
                                  std::size_t bytes) override {
    return transport_->send(to, tag, data, bytes);
  }

  std::unique_ptr<Operation> receive(int from, uint64_t tag, void* data,
                                     std::size_t bytes) override {
    auto operation = transport_->receive(from, tag, data, bytes);
    if (bytes < smallest_ || is_done_.exchange(true)) return operation;
    return std::make_unique<Damage>(std::move(operation), static_cast<char*>(data) + bytes / 2);
  }

 private:
  class Damage final : public Operation {
   public:
    Damage(std::unique_ptr<Operation> operation, char* byte)
        : operation_(std::move(operation)), byte_(byte) {}
    bool wait() override {
      if (!operation_->wait()) return false;
      *byte_ = static_cast<char>(*byte_ ^ 4);
      return true;
    }
    void cancel() override { operation_->cancel(); }

   private:
    std::unique_ptr<Operation> operation_;
    char* byte_;
  };

  std::unique_ptr<Transport> transport_;
  size_t smallest_;
  std::atomic<bool> is_done_ = false;
};

TEST(CheckedTransport, BringsMessagesOfEachSizeInTheirOrder) {
  auto ends = local_transports(2);
  const auto first = checked_transport(std::move(ends[0])),
             second = checked_transport(std::move(ends[1]));
  for (const size_t bytes : {0, 1, 16'384, 16'385, 100'000}) {
    const auto one = numbers(bytes, 1), two = numbers(bytes, 2);
    auto send_one = first->send(1, 7, one.data(), bytes);
    auto send_two = first->send(1, 7, two.data(), bytes);
    std::vector<std::byte> got_one(bytes), got_two(bytes);
    auto receive_one = second->receive(0, 7, got_one.data(), bytes);
    auto receive_two = second->receive(0, 7, got_two.data(), bytes);
    for (auto* operation : {&send_one, &send_two, &receive_one, &receive_two})
      EXPECT_TRUE((*operation)->wait());
    EXPECT_EQ(got_one, one);
    EXPECT_EQ(got_two, two);
  }
}

/// What rank 1 says after a broadcast of so many bytes, of which one bit is changed.
std::string hears(size_t bytes) {
  auto ends = local_transports(2);
  ends[1] = std::make_unique<DamagingTransport>(std::move(ends[1]), bytes);
  return test::run_threads(2, [&](int64_t rank) {
    Communicator communicator(std::move(ends[static_cast<size_t>(rank)]), rank, 2, 10);
    return test::result_of(
        [&](int64_t) {
          auto sums = numbers(bytes, 3);
          communicator.broadcast(sums, "the sums");
          communicator.finish();
          return std::string("as sent");
        },
        rank);
  })[1];
}

TEST(CheckedTransport, DamageIsAnErrorThatNamesTheRank) {
  // A notice of a failure has 1,024 bytes: what is damaged first must be the sums.
  for (const size_t bytes : {8'000, 1'000'000})
    test::expect_contains(
        hears(bytes),
        fmt::format("rank 0 failed: a message of {} bytes from it was damaged in transit", bytes));
}

}  // namespace
}  // namespace tutti::comm
