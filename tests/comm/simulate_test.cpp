// SPDX-License-Identifier: Apache-2.0
#include "comm/simulate.h"

#include <gtest/gtest.h>

#include <numeric>

#include "comm/communicator.h"
#include "comm/local_transport.h"
#include "comm/sum_schedule.h"
#include "comm/tree_sum.h"
#include "support/processes.h"

namespace tutti::comm {
namespace {

using Shares = std::vector<int64_t>;

constexpr double kRate = 1e8;    // bytes per second
constexpr double kFast = 1e300;  // as good as no link at all

/// A world that does nothing but send: costs are added by the tests.
SimulatedWorld world_of(Shares shares, int64_t elements, double rate) {
  SimulatedWorld world;
  world.shares = std::move(shares);
  world.buckets = {{elements, 1}};
  world.network = world.local = {rate, 0};
  return world;
}

double seconds_to_move(double elements, double rate) {
  return elements * sizeof(float) / rate;
}

/// One node a rank: what a ring sends, (c + 1) (N - 1) / N of the bytes with c = 1.
TEST(Simulate, TakesAsLongAsItsBytesDo) {
  for (const int64_t ranks : {2, 3, 4, 8, 64, 256}) {
    SCOPED_TRACE(ranks);
    const int64_t elements = ranks * kChunk * 3;
    const StepForecast found =
        simulate_step(world_of(Shares(static_cast<size_t>(ranks), 4), elements, kRate));
    const auto n = static_cast<double>(ranks);
    const double expected = 2 * (n - 1) / n * seconds_to_move(static_cast<double>(elements), kRate);
    EXPECT_NEAR(found.step, expected, 1e-9 * expected);
    EXPECT_NEAR(found.exposed, expected, 1e-9 * expected);
    EXPECT_NEAR(found.ring, expected, 1e-9 * expected);
  }
}

TEST(Simulate, TwoNodesOfEachTakeHalfAsLongAgain) {
  const StepForecast found = simulate_step(world_of({5, 3}, 40 * kChunk, kRate));
  EXPECT_NEAR(found.step, 3 * seconds_to_move(20 * kChunk, kRate), 1e-9);
  EXPECT_NEAR(found.ring, 2 * seconds_to_move(20 * kChunk, kRate), 1e-9);
}

/// The tree is two messages deep, a ring 2 (N - 1).
TEST(Simulate, WaitsForTheLatencyOfItsHops) {
  SimulatedWorld world = world_of(Shares(16, 1), 16, kFast);
  world.network.latency = 1e-3;
  const StepForecast found = simulate_step(world);
  EXPECT_NEAR(found.step, 2e-3, 1e-12);
  EXPECT_NEAR(found.ring, 30e-3, 1e-12);
}

TEST(Simulate, IsTheComputingWhereSendingTakesNoTime) {
  SimulatedWorld world = world_of({5, 3, 0}, 1000, kFast);
  world.costs.before = 0.5;
  world.costs.micro_batch = 2;
  world.costs.node = 0.25;
  world.costs.after = 3;
  const StepForecast found = simulate_step(world);
  EXPECT_NEAR(found.step, 0.5 + 5 * 2 + 2 * 0.25 + 3, 1e-9);  // rank 0 has two nodes
  EXPECT_NEAR(found.exposed, 0, 1e-9);
}

TEST(Simulate, OneProcessSendsNothing) {
  SimulatedWorld world = world_of({6}, 1 << 20, kRate);
  world.costs.micro_batch = 1;
  const StepForecast found = simulate_step(world);
  EXPECT_EQ(found.step, 6);
  EXPECT_EQ(found.exposed, 0);
  EXPECT_EQ(found.ring, 6);
  EXPECT_EQ(found.bytes_sent, std::vector<int64_t>{0});
}

/// Rank 0 has [0, 4) and [6, 7), rank 1 has [4, 6) and [7, 8). All but rank 0's last node and the
/// results leaves while rank 0 computes; those go one after the other over its end of the link.
TEST(Simulate, HidesTheFirstNodesBehindTheNextOnes) {
  SimulatedWorld world = world_of({5, 3}, 40 * kChunk, kRate);
  world.costs.micro_batch = 10;
  const StepForecast found = simulate_step(world);
  EXPECT_NEAR(found.step, 5 * 10 + 2 * seconds_to_move(20 * kChunk, kRate), 1e-9);
  EXPECT_NEAR(found.exposed, 2 * seconds_to_move(20 * kChunk, kRate), 1e-9);
}

/// The first half of the sums is there while the second one is computed.
TEST(Simulate, HidesTheBucketsThatAreFinalFirst) {
  SimulatedWorld world = world_of({4, 4}, 0, kRate);
  world.buckets = {{20 * kChunk, 0.5}, {20 * kChunk, 1}};
  world.costs.micro_batch = 10;
  const double half = seconds_to_move(10 * kChunk, kRate);  // of one bucket to the other rank
  EXPECT_NEAR(simulate_step(world).exposed, 2 * half, 1e-9);
}

TEST(Simulate, AddsUpWhatProcessesTakeForMessagesAndAdditions) {
  SimulatedWorld world = world_of({1, 1}, 2, kFast);
  world.costs.message = 1;
  // To send and to receive a message of the sums, then one of the results.
  EXPECT_NEAR(simulate_step(world).step, 4, 1e-9);
  world.costs.message = 0;
  world.costs.waking = 3;
  EXPECT_NEAR(simulate_step(world).step, 2 * 3, 1e-9);
  world.costs.waking = 0;
  world.costs.addition = 5;
  EXPECT_NEAR(simulate_step(world).step, 5, 1e-9);
  world.costs.addition = 0;
  world.costs.header_bytes = 100;
  world.network.rate = 1;
  EXPECT_NEAR(simulate_step(world).step, 2 * 104, 1e-9);
}

/// Four processes of a host send all that they have for other hosts over one link.
TEST(Simulate, ProcessesOfAHostShareItsLink) {
  SimulatedWorld world = world_of(Shares(16, 1), 16 * kChunk * 4, kRate);
  world.ranks_per_host = 4;
  world.local.rate = kFast;
  const double part = seconds_to_move(4 * kChunk, kRate);  // that a rank adds
  EXPECT_NEAR(simulate_step(world).step, 2 * 4 * 12 * part, 1e-6);
  // Only one process of a host sends to the next host in a ring.
  EXPECT_NEAR(simulate_step(world).ring, 2 * 15 * part, 1e-6);
  world.local.rate = kRate / 100;  // each has three others beside itself
  EXPECT_NEAR(simulate_step(world).step, 2 * 3 * 100 * part, 0.01);
}

/// The bytes that a rank sends for a step, counted where it sends them.
std::vector<int64_t> counted_bytes(const Shares& shares, int64_t elements) {
  const auto ranks = static_cast<int64_t>(shares.size());
  auto transports = local_transports(static_cast<int>(ranks));
  std::vector<int64_t> bytes;
  for (const std::string& text : test::run_threads(ranks, [&](int64_t rank) {
         Communicator communicator(std::move(transports[static_cast<size_t>(rank)]), rank, ranks,
                                   60);
         TreeSum sum(communicator);
         const std::vector<Node> nodes = place_nodes(shares);
         const int64_t before = communicator.bytes_sent();
         sum.begin(nodes, {{0, elements}});
         for (size_t k = 0; k < nodes.size(); k++) {
           if (nodes[k].owner != rank) continue;
           sum.part(k);
           sum.send(k, 0);
         }
         sum.add(0);
         sum.finish();
         const int64_t sent = communicator.bytes_sent() - before;
         communicator.finish();
         return std::to_string(sent);
       }))
    bytes.push_back(std::stoll(text));
  return bytes;
}

TEST(Simulate, SendsTheBytesThatTreeSumSends) {
  const std::vector<Shares> all = {{1},       {4, 4},    {5, 3},       {7, 1},    {3, 14, 7},
                                   {12, 12},  {21, 3},   {5, 3, 16},   {0, 8, 0}, {2, 2, 2, 2},
                                   {1, 2, 5}, {3, 3, 2}, {5, 5, 3, 3}, {6, 8},    {1, 1, 1, 1, 1}};
  for (const Shares& shares : all)
    for (const int64_t elements : {int64_t{0}, int64_t{1}, int64_t{300'007}}) {
      SCOPED_TRACE(fmt::format("shares {}, {} elements", fmt::join(shares, ":"), elements));
      EXPECT_EQ(simulate_step(world_of(shares, elements, kRate)).bytes_sent,
                counted_bytes(shares, elements));
    }
}

TEST(Simulate, AStepOfFewLeavesHasFewNodes) {
  // Shares of 3 are two nodes of a tree of 12 leaves, and one of a tree of four leaves of 3.
  SimulatedWorld world = world_of(Shares(4, 3), 4 * kChunk, kRate);
  world.costs.micro_batch = 1;
  const StepForecast many = simulate_step(world);
  world.most_leaves = 4;
  const StepForecast few = simulate_step(world);
  for (size_t rank = 0; rank < 4; rank++) {
    EXPECT_EQ(many.bytes_sent[rank], (2 + 1) * 3 * kChunk * 4);
    EXPECT_EQ(few.bytes_sent[rank], (1 + 1) * 3 * kChunk * 4);
  }
  EXPECT_GE(few.step, 3);
}

TEST(Simulate, IsNeverSlowerWithAFasterLink) {
  for (const Shares& shares : {Shares{5, 3}, Shares{3, 14, 7}, Shares{4, 4, 4, 4, 4, 4}}) {
    SimulatedWorld world = world_of(shares, 1'000'003, 1e6);
    world.ranks_per_host = 2;
    world.costs = {.micro_batch = 0.01, .addition = 1e-9, .message = 1e-5, .byte = 1e-10};
    double before = kFast;
    for (double rate = 1e6; rate < 1e12; rate *= 3) {
      world.network.rate = rate;
      const double step = simulate_step(world).step;
      EXPECT_LE(step, before * 1.001) << rate;  // messages may come in another order
      before = step;
    }
  }
}

/// Groups of ranks and of chunks take as long as ranks and chunks would.
TEST(Simulate, ManyProcessesTakeAsLongAsTheirBytesDo) {
  for (const int64_t ranks : {257, 1000, 16'384}) {
    SCOPED_TRACE(ranks);
    const int64_t elements = 100'000'000;
    const StepForecast found =
        simulate_step(world_of(Shares(static_cast<size_t>(ranks), 1), elements, kRate));
    const auto n = static_cast<double>(ranks);
    const double expected = 2 * (n - 1) / n * seconds_to_move(static_cast<double>(elements), kRate);
    EXPECT_NEAR(found.step, expected, 0.01 * expected);
    ASSERT_EQ(found.bytes_sent.size(), static_cast<size_t>(ranks));
    EXPECT_NEAR(static_cast<double>(found.bytes_sent[0]), expected * kRate,
                0.001 * expected * kRate);
  }
}

TEST(Simulate, ManyProcessesOfHostsShareTheirLinks) {
  SimulatedWorld world = world_of(Shares(16'384, 1), 100'000'000, kRate);
  world.ranks_per_host = 8;
  world.local.rate = kFast;
  const double all = seconds_to_move(100'000'000, kRate);
  const double expected = 2 * 8 * (16'384.0 - 8) / 16'384 * all;
  EXPECT_NEAR(simulate_step(world).step, expected, 0.01 * expected);
}

}  // namespace
}  // namespace tutti::comm
