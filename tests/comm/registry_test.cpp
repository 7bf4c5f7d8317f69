// SPDX-License-Identifier: Apache-2.0
#include "comm/registry.h"

#include <gtest/gtest.h>

#include <csignal>
#include <filesystem>
#include <functional>

#include "base/files.h"
#include "comm/job.h"
#include "support/processes.h"
#include "support/temporary_folder.h"

namespace tutti::comm {
namespace {

using std::chrono::steady_clock;

constexpr const char* kToken = "a secret of this test";

std::shared_ptr<Registry> registry_of(const Path& path, const std::string& token = kToken) {
  return std::make_shared<Registry>(shared_file(path.string()), token);
}

MeetingPlace place_of(int64_t rank, int64_t size, const Path& path) {
  MeetingPlace place{.rank = rank, .size = size, .host = {}, .token = kToken, .limit = 60};
  place.registry = registry_of(path);
  return place;
}

/// Waits a minute at most.
bool comes_true(const std::function<bool()>& condition) {
  const auto end = steady_clock::now() + std::chrono::seconds(60);
  while (!condition()) {
    if (steady_clock::now() > end) return false;
    std::this_thread::sleep_for(std::chrono::milliseconds(10));
  }
  return true;
}

/// What the file says; generation -1 where it says nothing.
LeaderEntry entry_in(const Path& path) {
  if (!std::filesystem::exists(path)) return {"", -1, 0, {}};
  return parse_sealed(read_file(path), kToken).value_or(LeaderEntry{"", -1, 0, {}});
}

TEST(Registry, AnEntryIsWholeAndSealed) {
  const LeaderEntry entry{"0123456789abcdef", 3, 29500, {"10.0.0.1", "2001:db8::1"}};
  const std::string text = sealed_text(entry, kToken);
  EXPECT_EQ(parse_sealed(text, kToken), entry);
  EXPECT_EQ(parse_sealed(text, "another"), std::nullopt);
  EXPECT_EQ(text.find(kToken), std::string::npos);
  for (size_t length = 0; length < text.size(); length++)
    EXPECT_EQ(parse_sealed(text.substr(0, length), kToken), std::nullopt) << length;
  for (size_t at = 0; at < text.size(); at++) {
    std::string other = text;
    other[at] ^= 1;
    EXPECT_EQ(parse_sealed(other, kToken), std::nullopt) << at;
  }
}

TEST(Registry, ALaterGenerationOfTheSameRunStays) {
  const auto entry = [](const char* run, int64_t generation) {
    return LeaderEntry{run, generation, 1, {"10.0.0.1"}};
  };
  EXPECT_TRUE(is_replaced(std::nullopt, entry("a", 0), false));
  EXPECT_TRUE(is_replaced(entry("a", 2), entry("a", 3), true));
  EXPECT_FALSE(is_replaced(entry("a", 4), entry("a", 3), true));
  // Another run's is stale where this one's is new, or gives way to a job that runs.
  EXPECT_TRUE(is_replaced(entry("old", 9), entry("a", 0), true));
  EXPECT_FALSE(is_replaced(entry("other", 9), entry("a", 0), false));
  EXPECT_TRUE(is_replaced(entry("other", 0), entry("a", 1), false));
  EXPECT_FALSE(is_replaced(entry("other", 0), entry("a", 0), false));
}

TEST(Registry, TheFolderOfAFileMustExist) {
  const test::TemporaryFolder folder;
  EXPECT_THROW(shared_file((folder.path() / "none" / "job").string()), UserError);
}

/// Processes that begin in any order, beside what an earlier run and others have left there.
TEST(Registry, AllFindEachOtherByAFile) {
  const test::TemporaryFolder folder;
  const Path path = folder.path() / "job";
  const Socket stranger = listen_at("127.0.0.1", 0);  // takes connections and says nothing
  const std::string whole = sealed_text({"old", 7, 1, {"127.0.0.1"}}, kToken);
  const std::vector<std::string> left = {
      "",
      "garbage",
      std::string(100'000, 'x'),
      whole,
      whole.substr(0, whole.size() / 2),
      sealed_text({"old", 7, 1, {"127.0.0.1"}}, "another token"),
      sealed_text({"old", 7, port_of(stranger), {"127.0.0.1"}}, kToken)};
  for (const std::string& text : left) {
    write_file_atomically(path, text);
    const auto results = test::run_processes(3, [&](int64_t rank) -> std::string {
      if (rank == 0) std::this_thread::sleep_for(std::chrono::milliseconds(200));
      MeetingPlace place = place_of(rank, 3, path);
      Rendezvous meeting(place);
      std::string heard;
      for (const std::string& said : meeting.exchange(std::to_string(rank))) heard += said;
      return heard;
    });
    EXPECT_EQ(results, std::vector<std::string>(3, "012")) << text.substr(0, 100);
    EXPECT_FALSE(std::filesystem::exists(path));  // rank 0 has taken its entry away
  }
}

TEST(Registry, AnotherTokenIsNamed) {
  const test::TemporaryFolder folder;
  const Path path = folder.path() / "job";
  write_file_atomically(path, sealed_text({"run", 0, 1, {"127.0.0.1"}}, "another token"));
  MeetingPlace place = place_of(1, 2, path);
  place.limit = 0.3;
  const std::string problem =
      test::result_of([&](int64_t) { return Rendezvous(place).address(); }, 1);
  EXPECT_EQ(problem, fmt::format("error: rank 1 did not reach rank 0 at file://{} within 0.3 s: it "
                                 "has no complete entry of this job; does the job have "
                                 "another token?",
                                 path.string()));
}

TEST(Registry, AnEntryThatIsLostIsWrittenAgain) {
  const test::TemporaryFolder folder;
  const Path path = folder.path() / "job";
  const auto registry = registry_of(path);
  registry->lead(0, {"127.0.0.1"}, 1);
  EXPECT_TRUE(comes_true([&] { return entry_in(path).generation == 0; }));
  registry->lead(1, {"127.0.0.1"}, 2);
  EXPECT_TRUE(comes_true([&] { return entry_in(path).generation == 1; }));
  const LeaderEntry own = entry_in(path);
  EXPECT_EQ(own.port, 2);
  for (const std::string& text : {std::string("half"), sealed_text({"x", 0, 9, {"::1"}}, kToken)}) {
    write_file_atomically(path, text);
    EXPECT_TRUE(comes_true([&] { return entry_in(path) == own; })) << text;
  }
  const LeaderEntry later{own.run, 2, 3, {"127.0.0.1"}};
  write_file_atomically(path, sealed_text(later, kToken));
  registry->leave();
  EXPECT_EQ(entry_in(path), later);  // others went on, whose entry it is
}

/// Rounds in which all hear a number of each other, until one hears that `done`.
std::string run_rounds(Job& job, const std::function<bool(int64_t round)>& is_done) {
  std::string sizes = std::to_string(job.communicator().size());
  for (int64_t round = 0;; round++) try {
      Communicator& all = job.communicator();
      const auto heard = all.finish_gather(all.begin_gather(is_done(round) ? 1 : 0, "a round"));
      if (*std::max_element(heard.begin(), heard.end()) == 1) break;
      const bool comes =
          all.finish_gather(all.begin_gather(all.rank() == 0 && job.has_newcomers() ? 1 : 0,
                                             "whether somebody waits"))[0] == 1;
      if (comes) {
        job.regroup("");
        sizes += fmt::format(" {}", job.communicator().size());
      }
      std::this_thread::sleep_for(std::chrono::milliseconds(5));
    } catch (const PeerFailed& failure) {
      job.regroup(failure.what());
      sizes += fmt::format(" {}", job.communicator().size());
    }
  job.communicator().finish();
  return sizes;
}

/// Rank 0 dies. The next one enters itself, and a process that is started as rank 0 was finds it.
TEST(Registry, AJobOutlivesTheProcessThatBeganIt) {
  const test::TemporaryFolder folder;
  const Path path = folder.path() / "job";
  const auto results = test::run_processes(4, [&](int64_t number) -> std::string {
    const bool is_new = number == 3;
    if (is_new) comes_true([&] { return entry_in(path).generation == 2; });
    Job job(place_of(is_new ? 0 : number, 3, path), {60, 5, 1});
    job.set_terms("terms");
    if (job.is_newcomer()) job.enter([](const std::string&) {});
    if (number == 0) comes_true([&] { return entry_in(path).generation == 1; });
    return run_rounds(job, [&](int64_t round) {
      if (number == 0 && round == 3) ::raise(SIGKILL);
      return is_new && round == 3;
    });
  });
  EXPECT_EQ(results, (std::vector<std::string>{"", "3 2 3", "3 2 3", "3"}));
  EXPECT_FALSE(std::filesystem::exists(path));
}

/// A process waits to be taken in when its job ends. Started again, it is among the first of the
/// next one, whatever its rank.
TEST(Registry, ANewcomerIsToldThatItsJobBeginsAgain) {
  for (const int64_t rank : {0, 1}) {
    const test::TemporaryFolder folder;
    const Path path = folder.path() / "job", waits = folder.path() / "waits";
    const auto results = test::run_processes(4, [&](int64_t number) -> std::string {
      const JobLimits limits{60, 1, 1};
      if (number < 2) {
        Job job(place_of(number, 2, path), limits);
        comes_true([&] { return std::filesystem::exists(waits); });
        ::raise(SIGKILL);
      }
      if (number == 2) try {
          comes_true([&] { return entry_in(path).generation == 1; });
          Job job(place_of(rank, 2, path), limits);
          write_file_atomically(waits, "");
          job.enter([](const std::string&) {});
          return "it was taken in";
        } catch (const UserError& error) {
          if (!std::string(error.what()).ends_with("start it again")) return error.what();
        }
      while (true) {
        comes_true([&] { return std::filesystem::exists(waits); });
        Job job(place_of(number == 2 ? rank : 1 - rank, 2, path), limits);
        if (job.is_newcomer()) continue;  // the first ones are still there
        job.communicator().finish();
        return fmt::format("{} of {}", job.communicator().rank(), job.communicator().size());
      }
    });
    EXPECT_EQ(results, (std::vector<std::string>{"", "", fmt::format("{} of 2", rank),
                                                 fmt::format("{} of 2", 1 - rank)}));
  }
}

}  // namespace
}  // namespace tutti::comm
