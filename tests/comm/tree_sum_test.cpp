// SPDX-License-Identifier: Apache-2.0
#include "comm/tree_sum.h"

#include <gtest/gtest.h>

#include <numeric>
#include <thread>

#include "base/hash.h"
#include "comm/background_sum.h"
#include "comm/job.h"
#include "comm/local_transport.h"
#include "comm/mpi_ranks.h"
#include "comm/nccl_ranks.h"
#include "comm/tcp_connection.h"
#include "support/errors.h"
#include "support/ports.h"
#include "support/processes.h"

namespace tutti::comm {
namespace {

using Shares = std::vector<int64_t>;

// More than one chunk for each of eight owners, and no multiple of anything.
constexpr int64_t kCount = 300'007;
constexpr int kSteps = 2;

/// Element i of micro-batch m: numbers of different sizes, so that every order of adding them gives
/// other bits.
float leaf(int64_t m, int64_t i) {
  auto x = static_cast<uint32_t>(m) * 2654435761U ^ (static_cast<uint32_t>(i) * 40503U + 12345U);
  x ^= x >> 13;
  x *= 0x5bd1e995U;
  x ^= x >> 15;
  return static_cast<float>(static_cast<int32_t>(x)) / 2147483648.0F *
         static_cast<float>(1 + m % 7);
}

float sum_of(int64_t first, int64_t last, int64_t i) {
  if (last - first == 1) return leaf(first, i);
  int64_t size = 1;
  while (2 * size < last - first) size *= 2;
  return sum_of(first, first + size, i) + sum_of(first + size, last, i);
}

std::string hash_of(std::span<const float> values) {
  return Sha256().update(std::as_bytes(values)).hex();
}

std::string expected_hash(int64_t leaves) {
  std::vector<float> sums(kCount);
  for (int64_t i = 0; i < kCount; i++) sums[static_cast<size_t>(i)] = sum_of(0, leaves, i);
  return hash_of(sums);
}

/// Cut at places that are no multiple of anything, from the end as backward computes; one bucket
/// has fewer elements than there are processes.
const std::vector<Slice> kBuckets = {
    {299'000, kCount}, {298'995, 299'000}, {100'003, 298'995}, {0, 100'003}};

/// The sums of a step, of which this rank computes its nodes bucket by bucket.
std::string step_hash(Communicator& communicator, TreeSum& sum, const std::vector<Node>& nodes) {
  sum.begin(nodes, kBuckets);
  BackgroundSum adding(communicator, sum);
  for (size_t k = 0; k < nodes.size(); k++) {
    if (nodes[k].owner != communicator.rank()) continue;
    for (size_t turn = 0; turn < kBuckets.size(); turn++) {
      const size_t bucket = turn < 2 ? 1 - turn : turn;  // the first two in the other order
      const std::span<float> part = sum.part(k);
      for (int64_t i = kBuckets[bucket].begin; i < kBuckets[bucket].end; i++)
        part[static_cast<size_t>(i)] = sum_of(nodes[k].first, nodes[k].last, i);
      adding.send(k, bucket);
    }
  }
  return hash_of(adding.finish());
}

/// A rank's part of some steps; what it has at the end, or why not all is as it should be.
/// `header_bytes` are those that the engine adds to a message.
std::string run_rank(Communicator& communicator, const Shares& shares, int64_t header_bytes = 144) {
  TreeSum sum(communicator);
  std::string hash;
  const std::vector<Node> nodes = place_nodes(shares);
  const auto own = std::count_if(nodes.begin(), nodes.end(), [&](const Node& node) {
    return node.owner == communicator.rank();
  });
  for (int step = 0; step < kSteps; step++) {
    const int64_t sent = communicator.bytes_sent(), messages = communicator.messages_sent();
    const std::string found = step_hash(communicator, sum, nodes);
    if (!hash.empty() && found != hash) return "another step has other bits";
    hash = found;
    const auto ranks = static_cast<double>(communicator.size());
    const double expected =
        static_cast<double>(own + 1) * (ranks - 1) / ranks * kCount * sizeof(float);
    const auto bytes =
        static_cast<double>(communicator.bytes_sent() - sent +
                            header_bytes * (communicator.messages_sent() - messages));
    // A slice's length is rounded, and the last chunk of each is short here.
    const auto slices = static_cast<double>((own + 1) * static_cast<int64_t>(kBuckets.size()));
    if (bytes > expected * 1.005 + 3 * static_cast<double>(header_bytes) * ranks * slices)
      return fmt::format("{} bytes are sent, expected {}", bytes, expected);
  }
  communicator.finish();
  return hash;
}

std::vector<std::string> over_threads(const Shares& shares) {
  const auto ranks = static_cast<int64_t>(shares.size());
  auto transports = local_transports(static_cast<int>(ranks));
  return test::run_threads(ranks, [&](int64_t rank) {
    Communicator communicator(std::move(transports[static_cast<size_t>(rank)]), rank, ranks, 60);
    return run_rank(communicator, shares);
  });
}

template <Engine engine>
std::vector<std::string> over(const Shares& shares) {
  const auto ranks = static_cast<int64_t>(shares.size());
  const int port = test::free_port();
  return test::run_processes(ranks, [&](int64_t rank) {
    MeetingPlace place{rank, ranks, "127.0.0.1", port, "secret", 60};
    place.engine = engine;
    const auto communicator = join_job(place, 60);
    // Gloo's: 48 bytes each for a message, its notice and its answer.
    return run_rank(*communicator, shares, engine == Engine::tcp ? kTcpHeaders : 144);
  });
}

void expect_one_hash(std::vector<std::string> (*run)(const Shares&),
                     const std::vector<Shares>& all) {
  std::map<int64_t, std::string> expected;
  for (const Shares& shares : all) {
    SCOPED_TRACE(fmt::format("shares {}", fmt::join(shares, ":")));
    const int64_t leaves = std::accumulate(shares.begin(), shares.end(), int64_t{0});
    if (!expected.contains(leaves)) expected[leaves] = expected_hash(leaves);
    for (const std::string& found : run(shares)) EXPECT_EQ(found, expected[leaves]);
  }
}

std::vector<Shares> even_worlds(int64_t leaves, int64_t first, int64_t last) {
  std::vector<Shares> all;
  for (int64_t ranks = first; ranks <= last; ranks++) all.push_back(even_shares(leaves, ranks));
  return all;
}

const std::vector<Shares> kUneven = {{5, 3},  {7, 1},  {3, 14, 7}, {12, 12},
                                     {16, 8}, {21, 3}, {5, 3, 16}, {0, 8, 0}};

TEST(TreeSum, HasOneHashOverThreadsInAnyWorld) {
  expect_one_hash(over_threads, even_worlds(8, 1, 8));
  expect_one_hash(over_threads, even_worlds(24, 1, 8));
}

TEST(TreeSum, HasOneHashOverThreadsForAnyShares) {
  expect_one_hash(over_threads, kUneven);
}

TEST(TreeSum, HasOneHashOverTcpInAnyWorld) {
  expect_one_hash(over<Engine::tcp>, even_worlds(8, 2, 8));
}

TEST(TreeSum, HasOneHashOverTcpForAnyShares) {
  expect_one_hash(over<Engine::tcp>, kUneven);
}

TEST(TreeSum, HasOneHashOverGlooInAnyWorld) {
  expect_one_hash(over<Engine::gloo>, even_worlds(8, 2, 8));
}

TEST(TreeSum, HasOneHashOverGlooForAnyShares) {
  expect_one_hash(over<Engine::gloo>, kUneven);
}

TEST(TreeSum, HasOneHashOverNccl) {
  const auto over_nccl = [](const Shares& shares) {
    const auto ranks = static_cast<int64_t>(shares.size());
    const int port = test::free_port();
    return test::run_processes(ranks, [&](int64_t rank) {
      return run_rank(*test::join_stand_in(rank, ranks, port, 60), shares);
    });
  };
  expect_one_hash(over_nccl, {{4, 4}, {7, 1}, {3, 14, 7}, {2, 2, 2, 2}});
}

class TreeSumOverMpi : public testing::TestWithParam<std::tuple<test::Mpi, Shares>> {};

TEST_P(TreeSumOverMpi, HasOneHash) {
  const test::Mpi& mpi = std::get<0>(GetParam());
  const Shares& shares = std::get<1>(GetParam());
  TUTTI_MPI_OR_SKIP(mpi);
  const test::MpiRun run =
      test::run_by_mpi(mpi, static_cast<int64_t>(shares.size()), 60,
                       [&](Communicator& communicator) { return run_rank(communicator, shares); });
  const std::string expected =
      expected_hash(std::accumulate(shares.begin(), shares.end(), int64_t{0}));
  EXPECT_EQ(run.results, std::vector(shares.size(), expected)) << run.error;
}

std::string name_of_world(const testing::TestParamInfo<std::tuple<test::Mpi, Shares>>& of) {
  const auto& [mpi, shares] = of.param;
  return fmt::format("{}_{}", mpi.name, fmt::join(shares, "_"));
}

const std::vector<Shares> kSharesOverMpi = {{4, 4}, {7, 1}, {3, 14, 7}, {0, 8, 0}, {2, 2, 2, 2}};

INSTANTIATE_TEST_SUITE_P(Of, TreeSumOverMpi,
                         testing::Combine(testing::ValuesIn(test::kMpis),
                                          testing::ValuesIn(kSharesOverMpi)),
                         name_of_world);

/// Each process owns one element of each bucket, and sends the sum of it before it has the next
/// bucket.
TEST(BackgroundSum, SendsTheSumOfABucketBeforeTheNextIsThere) {
  auto transports = local_transports(2);
  const auto found = test::run_threads(2, [&](int64_t rank) -> std::string {
    Communicator communicator(std::move(transports[static_cast<size_t>(rank)]), rank, 2, 60);
    TreeSum sum(communicator);
    sum.begin(place_nodes({1, 1}), {{2, 4}, {0, 2}});
    BackgroundSum adding(communicator, sum);
    const auto node = static_cast<size_t>(rank);
    for (const size_t bucket : {0, 1}) {
      const int64_t expected = communicator.bytes_sent() + 2 * int64_t{sizeof(float)};
      for (const size_t i : {2 - 2 * bucket, 3 - 2 * bucket})
        sum.part(node)[i] = static_cast<float>((rank + 1) * static_cast<int64_t>(i + 1));
      adding.send(node, bucket);
      for (int turn = 0; communicator.bytes_sent() < expected; turn++) {
        if (turn == 60'000) return "nothing was added";
        std::this_thread::sleep_for(std::chrono::milliseconds(1));
      }
    }
    const auto sums = adding.finish();
    const std::string text = fmt::format("{}", fmt::join(sums, " "));
    communicator.finish();
    return text;
  });
  EXPECT_EQ(found, std::vector<std::string>(2, "3 6 9 12"));
}

/// A process that fails while it computes tells why, and its thread does not wait for others.
TEST(BackgroundSum, EndsWithAStepThatFails) {
  auto transports = local_transports(2);
  const auto found = test::run_threads(2, [&](int64_t rank) -> std::string {
    Communicator communicator(std::move(transports[static_cast<size_t>(rank)]), rank, 2, 60);
    TreeSum sum(communicator);
    try {
      sum.begin(place_nodes({1, 1}), {{0, 2}});
      BackgroundSum adding(communicator, sum);
      if (rank == 0) {
        sum.part(0);
        adding.send(0, 0);  // its thread waits for the other one now
        user_error("the disk is full");
      }
      communicator.finish_gather(communicator.begin_gather(0, "what never comes"));
      return "it came";
    } catch (const std::exception& error) {
      communicator.give_up(error.what());
      throw;
    }
  });
  EXPECT_EQ(found[0], "error: the disk is full");
  test::expect_contains(found[1], "rank 0 failed: the disk is full");
}

}  // namespace
}  // namespace tutti::comm
