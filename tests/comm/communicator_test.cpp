// SPDX-License-Identifier: Apache-2.0
#include "comm/communicator.h"

#include <gtest/gtest.h>

#include <csignal>
#include <thread>

#include "comm/job.h"
#include "comm/local_transport.h"
#include "comm/mpi_ranks.h"
#include "support/errors.h"
#include "support/ports.h"
#include "support/processes.h"

namespace tutti::comm {
namespace {

using OfCommunicator = std::function<std::string(Communicator&)>;

std::vector<std::string> over_threads(int64_t ranks, double limit, const OfCommunicator& function) {
  auto transports = local_transports(static_cast<int>(ranks));
  return test::run_threads(ranks, [&](int64_t rank) {
    Communicator communicator(std::move(transports[static_cast<size_t>(rank)]), rank, ranks, limit);
    return test::result_of([&](int64_t) { return function(communicator); }, rank);
  });
}

constexpr Engine kOfHosts[] = {Engine::tcp, Engine::gloo};

test::OfRank over(Engine engine, int64_t ranks, double limit, const OfCommunicator& function) {
  const int port = test::free_port();
  return [=](int64_t rank) {
    MeetingPlace place{rank, ranks, "127.0.0.1", port, "secret", 30};
    place.engine = engine;
    const auto communicator = join_job(place, limit);
    return test::result_of([&](int64_t) { return function(*communicator); }, rank);
  };
}

std::string talk(Communicator& communicator) {
  const auto rank = static_cast<uint64_t>(communicator.rank());
  std::string heard;
  for (const uint64_t value :
       communicator.finish_gather(communicator.begin_gather(rank * rank, "squares")))
    heard += fmt::format("{} ", value);
  for (const std::string& text :
       communicator.all_gather(std::string(rank * 100'000, 'x'), "texts", kNoLimit))
    heard += fmt::format("{} ", text.size());
  heard += communicator.broadcast(rank == 0 ? "from 0" : "from another", "a word", kNoLimit);
  communicator.barrier("the end", 10);
  communicator.finish();
  return heard;
}

TEST(Communicator, ProcessesHearEachOther) {
  const std::vector<std::string> expected(3, "0 1 4 0 100000 200000 from 0");
  EXPECT_EQ(over_threads(3, 10, talk), expected);
  for (const Engine engine : kOfHosts)
    EXPECT_EQ(test::run_processes(3, over(engine, 3, 10, talk)), expected);
}

class CommunicatorOverMpi : public testing::TestWithParam<test::Mpi> {
 protected:
  void SetUp() override { TUTTI_MPI_OR_SKIP(GetParam()); }
};
INSTANTIATE_TEST_SUITE_P(Of, CommunicatorOverMpi, testing::ValuesIn(test::kMpis), test::name_of);

TEST_P(CommunicatorOverMpi, ProcessesHearEachOther) {
  const test::MpiRun run = test::run_by_mpi(GetParam(), 3, 30, talk);
  const std::vector<std::string> expected(3, "0 1 4 0 100000 200000 from 0");
  EXPECT_EQ(run.results, expected) << run.error;
}

/// One that gives up tells the others why, also those that do not wait for it.
std::string give_up(Communicator& communicator) {
  if (communicator.rank() == 2) {
    communicator.give_up("the disk is full");
    return "gave up";
  }
  const uint64_t tag = communicator.next_tag();
  std::byte byte{};
  Transfer transfer = communicator.receive(1 - communicator.rank(), tag, {&byte, 1}, "a test");
  communicator.wait(transfer);
  return "received";
}

void expect_reason_of_rank_2(const std::vector<std::string>& results) {
  EXPECT_EQ(results[2], "gave up");
  for (const int rank : {0, 1}) {  // at the latest in the test, or while they still meet
    const std::string& found = results[static_cast<size_t>(rank)];
    EXPECT_TRUE(found.starts_with(
        fmt::format("error: rank 2 failed: the disk is full. Rank {} was waiting for rank ", rank)))
        << found;
  }
}

TEST(Communicator, TellsWhyAProcessGaveUp) {
  expect_reason_of_rank_2(over_threads(3, 10, give_up));
  for (const Engine engine : kOfHosts)
    expect_reason_of_rank_2(test::run_processes(3, over(engine, 3, 10, give_up)));
}

TEST_P(CommunicatorOverMpi, TellsWhyAProcessGaveUp) {
  expect_reason_of_rank_2(test::run_by_mpi(GetParam(), 3, 30, give_up).results);
}

/// Nothing comes from a process that lives but does not go on.
std::string sleep_on(Communicator& communicator) {
  if (communicator.rank() == 1) {
    std::this_thread::sleep_for(std::chrono::milliseconds(1500));
    return "slept";
  }
  communicator.barrier("a test", 0.3);
  return "passed";
}

void expect_end_of_patience(const std::vector<std::string>& results) {
  EXPECT_EQ(results[1], "slept");
  EXPECT_EQ(results[0],
            "error: rank 1 failed: it sent nothing for 0.3 s. Rank 0 was waiting for rank 1 "
            "in a test");
}

TEST(Communicator, DoesNotWaitForEver) {
  expect_end_of_patience(over_threads(2, 10, sleep_on));
  for (const Engine engine : kOfHosts)
    expect_end_of_patience(test::run_processes(2, over(engine, 2, 10, sleep_on)));
}

TEST_P(CommunicatorOverMpi, DoesNotWaitForEver) {
  expect_end_of_patience(test::run_by_mpi(GetParam(), 2, 30, sleep_on).results);
}

/// An MPI ends all processes with one that dies.
TEST_P(CommunicatorOverMpi, EndsWithAProcessThatDies) {
  const auto wait = [](Communicator& communicator) -> std::string {
    communicator.barrier("the beginning", 30);
    if (communicator.rank() == 1) ::raise(SIGKILL);
    communicator.barrier("a test", 60);
    return "passed";
  };
  const test::MpiRun run = test::run_by_mpi(GetParam(), 2, 60, wait);
  EXPECT_NE(run.status, 0);
  EXPECT_NE(run.results[0], "passed");
  test::expect_contains(run.error, "illed");
}

/// How long a group has not gone on says for how long one that does not answer may have been
/// silent. Rank 0 waits for a byte of rank 1, until `end` ends the wait.
void expect_since_begin_of_wait(
    const std::function<void(Communicator&, Transport& peer, uint64_t tag)>& end) {
  using std::chrono::steady_clock;
  auto transports = local_transports(2);
  const auto begin = steady_clock::now();
  Communicator communicator(std::move(transports[0]), 0, 2, 60);
  std::byte byte{};
  const uint64_t tag = communicator.next_tag();
  Transfer transfer = communicator.receive(1, tag, {&byte, 1}, "a test");
  std::thread waiting([&] { EXPECT_THROW(communicator.wait(transfer), PeerFailed); });
  while (!communicator.awaited(0.05).contains(1))
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
  const auto waited = steady_clock::now() - std::chrono::milliseconds(50);
  end(communicator, *transports[1], tag);
  waiting.join();
  EXPECT_GE(communicator.stalled_since(), begin);
  EXPECT_LE(communicator.stalled_since(), waited);
}

TEST(Communicator, KnowsSinceWhenItWaitedInVain) {
  expect_since_begin_of_wait([](Communicator& communicator, Transport&, uint64_t) {
    communicator.fail(1, "it has not answered");
  });
}

TEST(Communicator, KnowsSinceWhenItWaitedForWhatBroke) {
  expect_since_begin_of_wait([](Communicator&, Transport& peer, uint64_t tag) {
    peer.send(0, tag, "of another size", 15);
  });
}

/// A transport that notes to whom something is sent.
class NotingTransport : public Transport {
 public:
  NotingTransport(std::unique_ptr<Transport> inner, std::vector<int>& receivers)
      : inner_(std::move(inner)), receivers_(receivers) {}
  std::unique_ptr<Operation> send(int to, uint64_t tag, const void* data, size_t bytes) override {
    receivers_.push_back(to);
    return inner_->send(to, tag, data, bytes);
  }
  std::unique_ptr<Operation> receive(int from, uint64_t tag, void* data, size_t bytes) override {
    return inner_->receive(from, tag, data, bytes);
  }

 private:
  std::unique_ptr<Transport> inner_;
  std::vector<int>& receivers_;
};

/// What is sent to a process that does not answer may never leave, and the others would wait.
TEST(Communicator, TellsOnlyThoseThatAreLeftWhoFailed) {
  auto transports = local_transports(3);
  std::vector<int> told;
  Communicator communicator(std::make_unique<NotingTransport>(std::move(transports[0]), told), 0, 3,
                            10);
  communicator.fail(1, "it has not answered");
  communicator.give_up("rank 1 failed");
  EXPECT_EQ(told, std::vector<int>{2});
}

/// Rank 0 waits for rank 1, which waits for rank 2: both name the one that died, and at once.
TEST(Communicator, NamesTheProcessThatDied) {
  const auto wait = [](Communicator& communicator) -> std::string {
    const int64_t rank = communicator.rank();
    // It dies when the others have proven themselves and wait for a message.
    communicator.barrier("the beginning", 30);
    if (rank == 2) {
      std::this_thread::sleep_for(std::chrono::milliseconds(500));
      ::raise(SIGKILL);
    }
    const uint64_t tag = communicator.next_tag();
    std::byte byte{};
    const auto begin = std::chrono::steady_clock::now();
    Transfer transfer = communicator.receive(rank + 1, tag, {&byte, 1}, "a test");
    try {
      communicator.wait(transfer);
    } catch (const UserError& error) {
      const std::chrono::duration<double> waited = std::chrono::steady_clock::now() - begin;
      return fmt::format("{} {} {}", static_cast<int>(error.code()), waited.count() < 5,
                         error.what());
    }
    return "received";
  };
  for (const Engine engine : kOfHosts) {
    const auto results = test::run_processes(3, over(engine, 3, 60, wait));
    EXPECT_EQ(results[2], "");
    for (const int rank : {0, 1}) {
      const std::string& text = results[static_cast<size_t>(rank)];
      EXPECT_TRUE(text.starts_with("5 true rank 2 failed: ")) << text;
      EXPECT_TRUE(
          text.ends_with(fmt::format("Rank {} was waiting for rank {} in a test", rank, rank + 1)))
          << text;
    }
  }
}

}  // namespace
}  // namespace tutti::comm
