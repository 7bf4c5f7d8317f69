// SPDX-License-Identifier: Apache-2.0
#include "comm/tree_sum.h"

#include <gtest/gtest.h>

#include <bit>
#include <numeric>

#include "base/hash.h"
#include "comm/job.h"
#include "comm/local_transport.h"
#include "comm/mpi_ranks.h"
#include "comm/nccl_ranks.h"
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

/// A rank's part of some steps; what it has at the end, or why not all is as it should be.
std::string run_rank(Communicator& communicator, const Shares& shares) {
  TreeSum sum(communicator);
  std::string hash;
  const std::vector<Node> nodes = place_nodes(shares);
  for (int step = 0; step < kSteps; step++) {
    sum.begin(nodes, kCount);
    int64_t own = 0;
    const int64_t sent = communicator.bytes_sent(), messages = communicator.messages_sent();
    for (size_t k = 0; k < nodes.size(); k++) {
      if (nodes[k].owner != communicator.rank()) continue;
      const std::span<float> part = sum.part(k);
      for (int64_t i = 0; i < kCount; i++)
        part[static_cast<size_t>(i)] = sum_of(nodes[k].first, nodes[k].last, i);
      sum.send(k);
      own++;
    }
    const std::string found = hash_of(sum.finish());
    if (!hash.empty() && found != hash) return "another step has other bits";
    hash = found;
    const auto ranks = static_cast<double>(communicator.size());
    const double expected =
        static_cast<double>(own + 1) * (ranks - 1) / ranks * kCount * sizeof(float);
    // Gloo's headers: 48 bytes each for a message, its notice and its answer.
    const auto bytes = static_cast<double>(communicator.bytes_sent() - sent +
                                           144 * (communicator.messages_sent() - messages));
    // A slice's length is rounded, and the last chunk of each is short here.
    if (bytes > expected * 1.005 + 3 * 144.0 * ranks * static_cast<double>(own + 1))
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

std::vector<std::string> over_gloo(const Shares& shares) {
  const auto ranks = static_cast<int64_t>(shares.size());
  const int port = test::free_port();
  return test::run_processes(ranks, [&](int64_t rank) {
    const auto communicator = join_job({rank, ranks, "127.0.0.1", port, "secret", 60}, 60);
    return run_rank(*communicator, shares);
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

TEST(TreeSum, HasOneHashOverGlooInAnyWorld) {
  expect_one_hash(over_gloo, even_worlds(8, 2, 8));
}

TEST(TreeSum, HasOneHashOverGlooForAnyShares) {
  expect_one_hash(over_gloo, kUneven);
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

}  // namespace
}  // namespace tutti::comm
