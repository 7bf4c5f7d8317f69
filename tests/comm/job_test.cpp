// SPDX-License-Identifier: Apache-2.0
#include "comm/job.h"

#include <gtest/gtest.h>

#include <csignal>
#include <filesystem>
#include <fstream>
#include <future>
#include <set>
#include <thread>

#include "base/files.h"
#include "base/hash.h"
#include "base/token.h"
#include "base/version.h"
#include "comm/reachability.h"
#include "support/errors.h"
#include "support/ports.h"
#include "support/processes.h"
#include "support/temporary_folder.h"

namespace tutti::comm {
namespace {

using std::chrono::steady_clock;

MeetingPlace place_of(int64_t rank, int64_t size, int port) {
  return {rank, size, "127.0.0.1", port, "secret", 60};
}

/// Rounds of a job: in each, all hear a number of each other, and a process says in which world it
/// was. `before_round` may end the process.
class Rounds {
 public:
  Rounds(Job& job, int64_t rounds) : job_(job), rounds_(rounds) {}

  /// The members of each generation in which this process was, as "3: 0 1 2, 2: 0 2, ".
  std::string run(const std::function<void(int64_t round)>& before_round) {
    note({});
    while (round_ < rounds_) try {
        before_round(round_);
        const auto heard = job_.communicator().finish_gather(
            job_.communicator().begin_gather(static_cast<uint64_t>(round_), "a round"));
        round_ = static_cast<int64_t>(*std::max_element(heard.begin(), heard.end())) + 1;
      } catch (const PeerFailed& failure) {
        note(job_.regroup(failure.what()).former);
      }
    job_.communicator().finish();
    return text_;
  }

 private:
  void note(const std::vector<int64_t>& former) {
    text_ += fmt::format("{} of {} ({}), ", job_.communicator().rank(), job_.communicator().size(),
                         fmt::join(former, " "));
  }

  Job& job_;
  int64_t rounds_, round_ = 0;
  std::string text_;
};

/// A process of `size` that dies before a round, by rank.
std::vector<std::string> with_deaths(int64_t size, const std::map<int64_t, int64_t>& deaths,
                                     const JobLimits& limits = {60, 5, 1}) {
  const int port = test::free_port();
  return test::run_processes(size, [=](int64_t rank) {
    Job job(place_of(rank, size, port), limits);
    return Rounds(job, 20).run([&](int64_t round) {
      const auto found = deaths.find(rank);
      if (found != deaths.end() && round >= found->second) ::raise(SIGKILL);
    });
  });
}

TEST(Job, GoesOnWithoutAProcessThatDies) {
  EXPECT_EQ(with_deaths(3, {{1, 7}}), (std::vector<std::string>{"0 of 3 (), 0 of 2 (0 2), ", "",
                                                                "2 of 3 (), 1 of 2 (0 2), "}));
}

TEST(Job, GoesOnWithoutRank0) {
  EXPECT_EQ(with_deaths(3, {{0, 7}}), (std::vector<std::string>{"", "1 of 3 (), 0 of 2 (1 2), ",
                                                                "2 of 3 (), 1 of 2 (1 2), "}));
}

TEST(Job, GoesOnUntilOneIsLeft) {
  EXPECT_EQ(with_deaths(4, {{2, 4}, {0, 9}, {3, 14}})[1],
            "1 of 4 (), 1 of 3 (0 1 3), 0 of 2 (1 2), 0 of 1 (0), ");
}

TEST(Job, GoesOnWhereTwoDieAtOnce) {
  const auto results = with_deaths(4, {{0, 7}, {2, 7}});
  EXPECT_TRUE(results[1].ends_with("0 of 2 (1 3), ") || results[1].ends_with("0 of 2 (1 2), ") ||
              results[1].ends_with("0 of 2 (0 2), "))
      << results[1];
}

TEST(Job, StopsWhereTooFewAreLeft) {
  const auto results = with_deaths(3, {{1, 7}}, {60, 5, 3});
  for (const size_t rank : {0, 2}) {
    EXPECT_TRUE(results[rank].starts_with("error: ")) << results[rank];
    EXPECT_NE(results[rank].find("--min_processes is 3"), std::string::npos) << results[0];
  }
}

void leave_mark(const Path& path) {
  std::ofstream(path) << "here";
}

void wait_for_mark(const Path& path) {
  const auto end = steady_clock::now() + std::chrono::seconds(60);
  while (!std::filesystem::exists(path) && steady_clock::now() < end)
    std::this_thread::sleep_for(std::chrono::milliseconds(10));
}

/// The others go on without a process that is stopped, and it ends when it runs again.
TEST(Job, GoesOnWithoutAProcessThatIsStopped) {
  const int port = test::free_port();
  const test::TemporaryFolder folder;
  test::Processes processes(3, [&](int64_t rank) {
    Job job(place_of(rank, 3, port), {60, 2, 1});
    const std::string text = Rounds(job, 10).run([&](int64_t round) {
      if (rank == 2 && round == 5) ::raise(SIGSTOP);
    });
    leave_mark(folder.path() / std::to_string(rank));
    return text;
  });
  std::thread waker([&] {
    for (const char* rank : {"0", "1"}) wait_for_mark(folder.path() / rank);
    ::kill(processes.id(2), SIGCONT);
  });
  const auto results = processes.results();
  waker.join();
  EXPECT_EQ(results[0], "0 of 3 (), 0 of 2 (0 1), ");
  EXPECT_EQ(results[1], "1 of 3 (), 1 of 2 (0 1), ");
  EXPECT_TRUE(results[2].starts_with("error: ")) << results[2];
}

/// What the others of `size` processes come to where some are stopped for good, by rank.
std::vector<std::string> with_stopped(int64_t size, const std::set<int64_t>& stopped) {
  const int port = test::free_port();
  const test::TemporaryFolder folder;
  test::Processes processes(size, [&](int64_t rank) {
    const std::string text = test::result_of(
        [&](int64_t) {
          Job job(place_of(rank, size, port), {60, 2, 1});
          return Rounds(job, 10).run([&](int64_t round) {
            if (round == 5 && stopped.contains(rank)) ::raise(SIGSTOP);
          });
        },
        rank);
    leave_mark(folder.path() / std::to_string(rank));
    return text;
  });
  std::thread ender([&] {
    for (int64_t rank = 0; rank < size; rank++)
      if (!stopped.contains(rank)) wait_for_mark(folder.path() / std::to_string(rank));
    for (const int64_t rank : stopped) ::kill(processes.id(rank), SIGKILL);
  });
  std::vector<std::string> results = processes.results();
  ender.join();
  return results;
}

/// Those that do not answer may be alive on the far side of a cut, and go on there.
TEST(Job, AMinorityStops) {
  const std::string alone = with_stopped(3, {1, 2})[0];
  EXPECT_TRUE(alone.starts_with("error: ")) << alone;
  EXPECT_NE(alone.find("1 of 3 processes are left here, but 2 that cannot be reached"),
            std::string::npos)
      << alone;
}

TEST(Job, OfTwoHalvesTheOneWithTheLowestRankGoesOn) {
  EXPECT_EQ(with_stopped(2, {1})[0], "0 of 2 (), 0 of 1 (0), ");
  const std::string other = with_stopped(2, {0})[1];
  EXPECT_TRUE(other.starts_with("error: ")) << other;
  EXPECT_NE(other.find("1 of 2 processes are left here, but 1 that cannot be reached"),
            std::string::npos)
      << other;
}

/// Two that do not reach each other cannot both go on.
TEST(Job, LeavesOutAsFewAsPossible) {
  EXPECT_EQ(left_out({}), (std::set<int64_t>{}));
  EXPECT_EQ(left_out({{1, 2}}), (std::set<int64_t>{2}));
  EXPECT_EQ(left_out({{2, 1}, {1, 2}}), (std::set<int64_t>{2}));
  EXPECT_EQ(left_out({{1, 2}, {1, 3}, {4, 1}}), (std::set<int64_t>{1}));
  EXPECT_EQ(left_out({{1, 2}, {3, 4}}), (std::set<int64_t>{2, 4}));
}

TEST(Job, HearsAtItsDoorWhomAVisitorDoesNotReach) {
  std::promise<std::pair<int64_t, std::string>> alarm;
  Door door("127.0.0.1", {}, "secret", 60,
            {[&](int64_t failed, const std::string& why) {
               alarm.set_value({failed, why});
             },
             {},
             {}});
  const Member& self = door.self();
  door.set_group({1, 0, "", {self, {"one", "127.0.0.1", 1}, {"two", "127.0.0.1", 2}}, {}});
  const auto end = steady_clock::now() + std::chrono::seconds(60);
  Socket socket = connect_to(self.host, self.port, end);
  EXPECT_EQ(
      ask(socket, "secret", fmt::format("regroup {} one 1 2 two,three it is silent", self.id), end),
      "wait");
  EXPECT_EQ(door.take_members().at("one").unreached, (std::set<std::string>{"two", "three"}));
  EXPECT_EQ(alarm.get_future().get(), (std::pair<int64_t, std::string>{2, "it is silent"}));
}

/// A machine that takes no connections is named before a step has begun, in all processes.
TEST(Job, NamesTwoOfWhichOneDoesNotReachTheOther) {
  Door door("127.0.0.1", {}, "secret", 60, {});
  const Socket closed = reserve_port("127.0.0.1");
  const Member one = door.self(), two = {"two", "127.0.0.1", port_of(closed)};
  const ProcessGroup group{1, 0, "", {{"own", "127.0.0.1", 1}, one, two}, {}};
  door.set_group(group);
  std::string said;
  const auto problem_of = [&](const ProcessGroup& asked, const std::set<std::string>& reached,
                              const std::string& of_rank_1) {
    return unreached_pair(
        asked, "own", "secret", reached,
        [&](const std::string& mine) {
          said = mine;
          return std::vector<std::string>{mine, of_rank_1};
        },
        steady_clock::now() + std::chrono::seconds(60));
  };
  test::expect_contains(
      problem_of(group, {}, "-"),
      fmt::format("rank 0 cannot connect with rank 2 at 127.0.0.1 port {}, ", two.port));
  EXPECT_EQ(problem_of(group, {"two"}, "-"), "");  // it was reached before
  EXPECT_EQ(said, "-");
  test::expect_contains(problem_of(group, {"two"}, "2"), "rank 1 cannot connect with rank 2 at ");
}

/// A door that closes while somebody has come: the process is not silent, it has ended.
TEST(Job, KnowsAProcessThatEndsFromOneThatIsSilent) {
  Socket listener = listen_at("127.0.0.1", 0);
  const int port = port_of(listener);
  std::thread door([&] {
    std::optional<Socket> visitor;
    while (!(visitor = accept_from(listener)))
      std::this_thread::sleep_for(std::chrono::milliseconds(5));
    listener = {};
    visitor.reset();
  });
  const auto end = steady_clock::now() + std::chrono::seconds(60);
  EXPECT_EQ(ask_life({"an id", "127.0.0.1", port}, "another", "secret", end), Life::gone);
  door.join();
}

/// A newcomer is told of terms that differ, and takes part when the others look for it.
TEST(Job, TakesANewcomerIn) {
  const int port = test::free_port();
  const test::TemporaryFolder folder;
  const Path refused = folder.path() / "refused";
  const auto results = test::run_processes(4, [&](int64_t rank) -> std::string {
    const auto differs = [&](const std::string& terms) {
      leave_mark(refused);
      user_error("they have {}", terms);
    };
    if (rank < 2) {
      Job job(place_of(rank, 2, port), {60, 5, 1});
      job.set_terms("the terms");
      uint64_t newcomers = 0;
      while (newcomers == 0)
        newcomers = job.communicator().finish_gather(
            job.communicator().begin_gather(job.has_newcomers(), "a round"))[0];
      const Regrouping met = job.regroup("");
      job.communicator().finish();
      return fmt::format("{} of {}: {}", job.communicator().rank(), met.former.size(),
                         fmt::join(met.former, " "));
    }
    MeetingPlace place = place_of(0, 2, port);
    place.joins = true;
    if (rank == 2) wait_for_mark(refused);
    Job job(place, {60, 5, 1});
    job.set_terms(rank == 2 ? "the terms" : "others");
    const Regrouping met = job.enter(differs);
    job.communicator().finish();
    return fmt::format("{} of {}: {}", job.communicator().rank(), met.former.size(),
                       fmt::join(met.former, " "));
  });
  EXPECT_EQ(results[0], "0 of 3: 0 1 -1");
  EXPECT_EQ(results[1], "1 of 3: 0 1 -1");
  EXPECT_EQ(results[2], "2 of 3: 0 1 -1");
  EXPECT_EQ(results[3], "error: they have the terms");
}

/// Two processes whose connection rank 0 breaks so many times in turn, or after a step each time.
/// Rank 1 waits for it meanwhile.
std::vector<std::string> with_failures(int times, bool has_steps) {
  const int port = test::free_port();
  return test::run_processes(2, [=](int64_t rank) {
    Job job(place_of(rank, 2, port), {60, 5, 1});
    for (int time = 0; time < times; time++) {
      std::string cause = "a message was damaged";
      if (rank == 0) job.communicator().fail(1, cause);
      if (rank == 1) try {
          job.communicator().barrier("a step", 60);
        } catch (const PeerFailed& failure) {
          cause = failure.what();
        }
      job.regroup(cause);
      if (has_steps) job.note_step();
    }
    job.communicator().finish();
    return fmt::format("generation {}", 1 + times);
  });
}

TEST(Job, EndsWhereConnectionsBreakAgainAndAgain) {
  const auto results = with_failures(10, false);
  for (const std::string& result : results) {
    EXPECT_TRUE(result.starts_with("error: the processes met 10 times without finishing a step"))
        << result;
    EXPECT_NE(result.find("rank 1 (127.0.0.1) 10x"), std::string::npos) << result;
  }
}

TEST(Job, GoesOnWhereConnectionsBreakBetweenSteps) {
  EXPECT_EQ(with_failures(12, true), std::vector<std::string>(2, "generation 13"));
  EXPECT_EQ(with_failures(9, false), std::vector<std::string>(2, "generation 10"));
}

/// What a newcomer hears that is taken in and gone before the others have connected with it.
std::string fail_as_newcomer(int port, const std::string& terms) {
  const auto end = steady_clock::now() + std::chrono::seconds(30);
  Socket socket = connect_to("127.0.0.1", port, end);
  const int closed = port_of(reserve_port("127.0.0.1"));
  const std::string answer = ask(socket, "secret",
                                 fmt::format("{} {} {} {} 127.0.0.9 {}", kEnter, kVersion,
                                             sha256_hex(terms), random_hex(8), closed),
                                 end);
  if (answer != kWait) return answer;
  while (true) {
    const std::string heard = socket.receive(kLongestAnswer, end);
    if (heard != kWait) return heard;
  }
}

/// The others meet anew for its sake three times; then they leave it out and stay together.
TEST(Job, RefusesAMachineWhoseNewcomersAlwaysFail) {
  const int port = test::free_port();
  const test::TemporaryFolder folder;
  const Path refused = folder.path() / "refused";
  const auto results = test::run_processes(3, [&](int64_t rank) -> std::string {
    if (rank == 2) {
      std::string heard;
      while (true) try {
          const std::string text = fail_as_newcomer(port, "the terms");
          if (text != kEarly) heard += text.substr(0, text.find(' ')) + ", ";
          if (!text.starts_with(kRefused)) continue;
          leave_mark(refused);
          return heard + text;
        } catch (const std::runtime_error&) {  // the others have not begun
          std::this_thread::sleep_for(std::chrono::milliseconds(20));
        }
    }
    Job job(place_of(rank, 2, port), {60, 5, 1});
    job.set_terms("the terms");
    constexpr uint64_t kNewcomers = 1, kRefusal = 2;
    for (uint64_t signs = 0; signs != kRefusal;) {
      const uint64_t own = (job.has_newcomers() ? kNewcomers : 0) +
                           (std::filesystem::exists(refused) ? kRefusal : 0);
      signs = job.communicator().finish_gather(job.communicator().begin_gather(own, "a round"))[0];
      job.note_step();
      if (signs == kNewcomers && job.regroup("").newcomers() > 0) return "a newcomer was taken in";
    }
    job.communicator().finish();
    return fmt::format("{} of {}", job.communicator().rank(), job.communicator().size());
  });
  EXPECT_EQ(results[0], "0 of 2");
  EXPECT_EQ(results[1], "1 of 2");
  EXPECT_TRUE(
      results[2].starts_with("group, group, group, refused, refused the job admitted processes of "
                             "this machine, 127.0.0.9, 3 times in a row"))
      << results[2];
}

/// A message of a library that was damaged never arrives, and no connection breaks.
TEST(Job, EndsAWaitInWhichAllWaitForEachOther) {
  const int port = test::free_port();
  const auto results = test::run_processes(3, [&](int64_t rank) {
    Job job(place_of(rank, 3, port), {60, 1, 1});
    std::string text;
    try {
      Communicator& all = job.communicator();
      uint64_t number = 0;
      const auto bytes = std::as_writable_bytes(std::span(&number, 1));
      Transfer lost = all.receive((rank + 1) % 3, all.next_tag(), bytes, "a lost message");
      all.wait(lost, kNoLimit);
    } catch (const PeerFailed& failure) {
      text = failure.what();
      job.regroup(text);
    }
    job.communicator().finish();
    return fmt::format("{}: {}", job.communicator().size(), text);
  });
  for (const std::string& result : results) EXPECT_TRUE(result.starts_with("3: rank ")) << result;
  // The others may have heard of it by the end of its connections.
  EXPECT_NE(fmt::format("{}", fmt::join(results, ", ")).find("all processes wait for each other"),
            std::string::npos)
      << results[0];
}

/// Some wait for long, but one computes, also while another of its threads waits.
TEST(Job, WaitsForAProcessThatComputes) {
  for (const bool thread_waits : {false, true}) {
    const int port = test::free_port();
    const auto results = test::run_processes(3, [&](int64_t rank) {
      Job job(place_of(rank, 3, port), {60, 1, 1});
      Communicator& all = job.communicator();
      const uint64_t round = all.next_tag(), late = all.next_tag();
      const auto exchange = [&](uint64_t tag) {
        std::vector<uint64_t> heard(3, 1);
        std::vector<Transfer> transfers;
        for (int64_t peer = 0; peer < 3; peer++) {
          if (peer == rank) continue;
          const auto bytes =
              std::as_writable_bytes(std::span(&heard[static_cast<size_t>(peer)], 1));
          transfers.push_back(all.receive(peer, tag, bytes, "a round"));
          transfers.push_back(all.send(peer, tag, bytes, "a round"));
        }
        for (Transfer& transfer : transfers) all.wait(transfer, kNoLimit);
      };
      if (rank == 1) {
        const Communicator::Computing computing(all);
        std::thread other;
        if (thread_waits) other = std::thread([&] { exchange(late); });
        std::this_thread::sleep_for(std::chrono::milliseconds(3500));
        exchange(round);
        if (other.joinable()) other.join();
      } else {
        exchange(round);
        if (thread_waits) exchange(late);
      }
      all.finish();
      return std::string("done");
    });
    EXPECT_EQ(results, std::vector<std::string>(3, "done"));
  }
}

}  // namespace
}  // namespace tutti::comm
