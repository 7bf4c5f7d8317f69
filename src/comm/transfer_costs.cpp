// SPDX-License-Identifier: Apache-2.0
#include "comm/transfer_costs.h"

#include <algorithm>
#include <chrono>
#include <future>

#include "base/processors.h"
#include "comm/tcp_transport.h"
#include "comm/tree_sum.h"

namespace tutti::comm {
namespace {

constexpr int64_t kRounds = 51;                  // of one element a process
constexpr int64_t kLargeRounds = 5;              // of many
constexpr int64_t kElements = int64_t{4} << 20;  // 16 MiB
constexpr double kLongest = 60;                  // seconds without a message

/// Exchanges texts between two threads.
class TextExchange {
 public:
  std::vector<std::string> exchange(size_t rank, const std::string& mine) {
    texts_[rank].set_value(mine);
    return {futures_[0].get(), futures_[1].get()};
  }

 private:
  std::array<std::promise<std::string>, 2> texts_;
  std::array<std::shared_future<std::string>, 2> futures_ = {texts_[0].get_future().share(),
                                                             texts_[1].get_future().share()};
};

struct Sums {
  std::vector<double> seconds;  // of each sum of one element a process
  // For the whole process: during all small sums, and during all large ones.
  double small_processor_seconds = 0, large_processor_seconds = 0;
};

Sums add_as(size_t rank, TextExchange& texts) {
  Communicator communicator(
      open_tcp(static_cast<int>(rank), 2, "127.0.0.1",
               [&](const std::string& mine) { return texts.exchange(rank, mine); }),
      static_cast<int64_t>(rank), 2, kLongest);
  TreeSum sum(communicator);
  const std::vector<Node> nodes = place_nodes({1, 1});
  const auto add = [&](int64_t count) {
    sum.begin(nodes, {{0, count}});
    sum.part(rank);
    communicator.barrier("the costs of messages", kLongest);
    const auto begin = std::chrono::steady_clock::now();
    sum.send(rank, 0);
    sum.add(0);
    sum.finish();
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
  };
  Sums result;
  const double begin = processor_seconds();
  for (int64_t round = 0; round < kRounds; round++) result.seconds.push_back(add(2));
  result.small_processor_seconds = processor_seconds() - begin;
  add(kElements);  // memory that is used for the first time costs more
  communicator.barrier("the costs of messages", kLongest);
  const double large_begin = processor_seconds();
  for (int64_t round = 0; round < kLargeRounds; round++) add(kElements);
  communicator.barrier("the costs of messages", kLongest);
  result.large_processor_seconds = processor_seconds() - large_begin;
  communicator.finish();
  return result;
}

}  // namespace

TransferCosts measured_transfer_costs() {
  TextExchange texts;
  std::future<Sums> other = std::async(std::launch::async, [&] { return add_as(1, texts); });
  Sums sums = add_as(0, texts);
  other.get();
  const auto middle = sums.seconds.begin() + kRounds / 2;
  std::nth_element(sums.seconds.begin(), middle, sums.seconds.end());
  // Each of two processes sends and receives a message of the sums, one of the results and one of
  // the barrier; and as many bytes as a sum has.
  TransferCosts costs;
  costs.message = sums.small_processor_seconds / static_cast<double>(2 * kRounds * 6);
  costs.byte = sums.large_processor_seconds /
               (2 * static_cast<double>(kLargeRounds * kElements) * sizeof(float));
  // The results can only be sent after the sums have arrived.
  costs.waking = std::max(0.0, *middle / 2 - 2 * costs.message);
  return costs;
}

}  // namespace tutti::comm
