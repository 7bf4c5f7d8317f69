// SPDX-License-Identifier: Apache-2.0
// Whole lives of jobs with stand-ins of the vendors' clients, which fail where they are told to.
#include "launch/life_cycle.h"

#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <ctime>
#include <thread>

#include "launch/output_folder.h"
#include "launch/secrets.h"
#include "stand_ins.h"
#include "support/errors.h"

namespace tutti::launch {
namespace {

namespace fs = std::filesystem;

constexpr const char* kKey = "test-key-0123456789abcdef";  // that nothing may show

/// A job on one of the targets, and what became of it.
class OneJob {
 public:
  OneJob(const std::string& target, const std::string& arguments) {
    const auto targets = parse_targets(test::kTargets, "targets.yaml");
    job_.target = target_named(targets, target, "targets.yaml");
    job_.name = "run";
    job_.key = "0123456789abcdef";
    job_.output = (folder_.path() / "trained").string();
    job_.began = std::time(nullptr);
    job_.hours = 1;
    const Path trainer = folder_.path() / "trainer";
    write_file_atomically(trainer, test::kTrainer);
    fs::permissions(trainer, fs::perms::owner_all);
    store_.save(job_);
    write_bundle({{{trainer, "program/tutti"}}, arguments}, store_.folder_of("run") / "bundle");
    pace_.poll = pace_.retry = 0.02;
    pace_.fetch = 3600;
    pace_.patience = 0;
  }

  int run() { return life(job_).run(); }
  /// Puts into the store again what a refused job has left.
  void begin_again() {
    const Path trainer = folder_.path() / "trainer";
    job_.has_files = false;
    store_.save(job_);
    write_bundle({{{trainer, "program/tutti"}}, "{}"}, store_.folder_of("run") / "bundle");
  }

  /// In a process of its own, which a stand-in may kill; -1 if it was.
  int run_in_child() {
    const pid_t child = ::fork();
    if (child == 0) {
      int code = 99;
      try {
        code = run();
      } catch (const UserError& error) {
        code = 100 + static_cast<int>(error.code());
      }
      ::_exit(code);
    }
    int status = 0;
    ::waitpid(child, &status, 0);
    return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
  }

  /// As another process does that finds the job in the store.
  int go_on() {
    job_ = store_.load("run");
    return run();
  }
  void take_down(bool keep_output) {
    job_ = store_.load("run");
    life(job_).take_down(keep_output);
  }
  bool is_known() const { return store_.has("run"); }

  /// What is missing of the output of a whole training; empty: nothing.
  std::string missing() const {
    std::string missing;
    for (const char* file : {"model", "checkpoint-1/model", "checkpoint-2/complete.json",
                             "checkpoint-3/complete.json"})
      if (!fs::exists(Path(job_.output) / file)) missing += std::string(" ") + file;
    return missing;
  }
  /// Nothing is anywhere but the output.
  void expect_no_trace() const {
    EXPECT_EQ(clients_.left(), "");
    EXPECT_FALSE(is_known());
    EXPECT_FALSE(fs::exists(part_of(job_.output, "run")));
  }

  const test::StandIns& clients() const { return clients_; }
  /// Machines that were made.
  int64_t machines() const {
    const auto calls = clients_.calls();
    return std::count_if(calls.begin(), calls.end(), [](const std::vector<std::string>& call) {
      return std::any_of(call.begin(), call.end(), [](const std::string& word) {
        return word == "create" || word == "run-instances";
      });
    });
  }
  const std::string& log() const { return log_; }
  const Path& folder() const { return folder_.path(); }
  const Path output() const { return job_.output; }
  Pace& pace() { return pace_; }
  RemoteJob& job() { return job_; }
  std::atomic<int> stop{0};

 private:
  LifeCycle life(RemoteJob& job) {
    return {job,
            {discreet_, store_, pace_, stop, [] { return std::time(nullptr); },
             [this](const std::string& log) { log_ += log; },
             [](const Path& path) { return fs::exists(path / "complete.json"); }}};
  }

  test::TemporaryFolder folder_;
  test::StandIns clients_;
  SystemClients system_;
  DiscreetClients discreet_{system_, {kKey}};
  JobStore store_{folder_.path() / "jobs"};
  RemoteJob job_;
  Pace pace_;
  std::string log_;
};

std::string target_name(const testing::TestParamInfo<std::string>& target) {
  return target.param;
}

class LifeCycleOn : public testing::TestWithParam<std::string> {};
INSTANTIATE_TEST_SUITE_P(Kinds, LifeCycleOn,
                         testing::Values("lab", "batch", "pods", "tpu", "gpu", "ec2"), target_name);

TEST_P(LifeCycleOn, BringsItsOutputHomeAndLeavesNothing) {
  OneJob job(GetParam(), "{}");
  EXPECT_EQ(job.run(), 0);
  EXPECT_EQ(job.missing(), "");
  EXPECT_EQ(job.log(), "begins at 0\nstep 1\nstep 2\nstep 3\n");
  job.expect_no_trace();
}

TEST_P(LifeCycleOn, BeginsAgainAfterAPreemption) {
  OneJob job(GetParam(), "preempt");
  EXPECT_EQ(job.run(), 0);
  EXPECT_EQ(job.missing(), "");
  EXPECT_EQ(job.log(), "begins at 0\nstep 1\nbegins at 1\nstep 2\nstep 3\n");
  job.expect_no_trace();
}

TEST_P(LifeCycleOn, CarriesTheExitCode) {
  OneJob job(GetParam(), "fails");
  EXPECT_EQ(job.run(), 3);
  EXPECT_EQ(job.missing(), "");
  job.expect_no_trace();
}

/// Each call fails in turn, before or after it did its work: the job does not notice.
TEST_P(LifeCycleOn, OutlivesAFailureOfAnyCall) {
  OneJob whole(GetParam(), "preempt");
  ASSERT_EQ(whole.run(), 0);
  const int count = static_cast<int>(whole.clients().calls().size());
  EXPECT_GE(count, 10);
  // Of ssh and EC2 every call; the others have mostly the same.
  const int step = GetParam() == "lab" || GetParam() == "ec2" ? 1 : 4;
  for (int call = 1; call <= count; call += step) {
    const std::string when = call / step % 2 == 0 ? "before" : "after";
    SCOPED_TRACE(fmt::format("call {} fails {}", call, when));
    OneJob job(GetParam(), "preempt");
    job.clients().fail_at(call, when);
    EXPECT_EQ(job.run(), 0);
    EXPECT_EQ(job.missing(), "");
    job.expect_no_trace();
  }
}

/// The process that launched is killed: another one goes on, or takes the job down.
TEST_P(LifeCycleOn, OutlivesItsOwnDeath) {
  OneJob whole(GetParam(), "{}");
  ASSERT_EQ(whole.run(), 0);
  const int count = static_cast<int>(whole.clients().calls().size());
  for (int call = 2; call <= count; call += 3) {
    SCOPED_TRACE(fmt::format("killed in call {}", call));
    OneJob job(GetParam(), "slow");
    job.clients().fail_at(call, "kill");
    ASSERT_EQ(job.run_in_child(), -1);
    job.clients().mend();
    ASSERT_TRUE(job.is_known());
    if (call % 2 == 0) {
      EXPECT_EQ(job.go_on(), 0);
      EXPECT_EQ(job.missing(), "");
    } else {
      job.take_down(true);
    }
    job.expect_no_trace();
  }
}

/// A client that fails for good: what may exist stays in the list until it is taken down.
TEST_P(LifeCycleOn, ForgetsNothingThatMayExist) {
  OneJob whole(GetParam(), "{}");
  ASSERT_EQ(whole.run(), 0);
  const int count = static_cast<int>(whole.clients().calls().size());
  for (int call = 2; call <= count; call += 4) {
    SCOPED_TRACE(fmt::format("all calls fail from {} on", call));
    OneJob job(GetParam(), "{}");
    job.pace().tries = 2;
    job.pace().start = 0.1;
    job.clients().fail_at(call, "always");
    try {
      EXPECT_EQ(job.run(), 0);  // how often a job is looked at depends on the time that it takes
      EXPECT_LT(static_cast<int>(job.clients().calls().size()), call);
    } catch (const UserError& error) {
      EXPECT_EQ(error.code(), ExitCode::io) << error.what();
    }
    job.clients().mend();
    if (job.is_known()) job.take_down(true);  // else nothing had been made
    job.expect_no_trace();
  }
}

class LifeCycleOnMachines : public testing::TestWithParam<std::string> {};
INSTANTIATE_TEST_SUITE_P(Kinds, LifeCycleOnMachines, testing::Values("tpu", "gpu", "ec2"),
                         target_name);

/// Every call finds the machine taken away in turn: another one goes on from what is home.
TEST_P(LifeCycleOnMachines, GoesOnOnAnotherMachine) {
  OneJob whole(GetParam(), "{}");
  ASSERT_EQ(whole.run(), 0);
  const int count = static_cast<int>(whole.clients().calls().size());
  for (int call = 3; call <= count; call += 2) {
    SCOPED_TRACE(fmt::format("taken in call {}", call));
    OneJob job(GetParam(), "slow");
    job.pace().tries = 2;
    job.pace().fetch = 0;
    job.clients().fail_at(call, "take");
    EXPECT_EQ(job.run(), 0);
    EXPECT_EQ(job.missing(), "");
    job.expect_no_trace();
  }
}

TEST_P(LifeCycleOnMachines, ThatAreTakenBeforeTheirShellAnswersAreCounted) {
  OneJob job(GetParam(), "{}");
  job.clients().fail_at(1, "no shell");
  job.pace().resumes = 2;
  EXPECT_EQ(job.run(), 75);
  EXPECT_EQ(job.machines(), 3);
  job.expect_no_trace();
}

TEST_P(LifeCycleOnMachines, ThatAreTakenBeforeTheirShellAnswersTakeNoMoreThanTheTime) {
  OneJob job(GetParam(), "{}");
  job.clients().fail_at(1, "no shell");
  job.pace().resumes = 1'000'000;
  job.job().hours = 1.0 / 3600;
  EXPECT_EQ(job.run(), 75);
  job.expect_no_trace();
}

/// One that is taken while it trains is counted once, not again as a machine.
TEST_P(LifeCycleOnMachines, AreCountedOnce) {
  OneJob whole(GetParam(), "{}");
  ASSERT_EQ(whole.run(), 0);
  OneJob job(GetParam(), "slow");
  job.pace().resumes = 1;
  job.clients().fail_at(static_cast<int>(whole.clients().calls().size()) * 2 / 3, "take");
  EXPECT_EQ(job.run(), 0);
  EXPECT_EQ(job.machines(), 2);
  EXPECT_EQ(job.missing(), "");
  job.expect_no_trace();
}

class LifeCycleOnSharedPlaces : public testing::TestWithParam<std::string> {};
INSTANTIATE_TEST_SUITE_P(Kinds, LifeCycleOnSharedPlaces, testing::Values("lab", "batch"),
                         target_name);

/// Two computers begin a job of the same name there.
TEST_P(LifeCycleOnSharedPlaces, AFolderOfAnotherJobIsLeftAlone) {
  OneJob job(GetParam(), "{}");
  const Path there =
      job.clients().path() / "hosts" / (GetParam() == "lab" ? "lab" : "login") / "tutti-jobs/run";
  for (const std::string key : {"fedcba9876543210", ""}) {
    fs::create_directories(there / "output/checkpoint-10");
    if (!key.empty()) write_file_atomically(there / "owner", key + "\n");
    const test::Failure failure = test::failure_of([&] { job.run(); });
    EXPECT_EQ(failure.code, ExitCode::usage);
    test::expect_contains(
        failure.message, "--name run: tutti-jobs/run on " + GetParam() + " belongs to another job");
    EXPECT_TRUE(fs::exists(there / "output/checkpoint-10"));
    EXPECT_FALSE(fs::exists(there / "run.sh"));
    EXPECT_FALSE(job.is_known());
    fs::remove_all(there);
    if (key.empty()) break;
    job.begin_again();
  }
}

/// What a job of the same name that another computer began has elsewhere has another name.
TEST(LifeCycle, NothingOfAnotherJobIsCalledAsThis) {
  RemoteJob one, other;
  one.name = other.name = "run";
  one.key = "0123456789abcdef";
  other.key = "1123456789abcdef";
  EXPECT_EQ(one.unit(), "tutti-run-012345");
  EXPECT_NE(one.unit(), other.unit());
}

TEST(LifeCycle, ASignalStopsTheTrainingAndSavesItsState) {
  OneJob job("lab", "endless");
  job.pace().poll = 0.1;
  std::thread user([&] {
    const Path there = job.clients().path() / "hosts/lab/tutti-jobs/run/output/checkpoint-1";
    while (!fs::exists(there)) ::usleep(10000);
    job.stop = 1;
  });
  EXPECT_EQ(job.run(), 75);
  user.join();
  EXPECT_NE(job.log().find("stopped\n"), std::string::npos) << job.log();
  EXPECT_TRUE(fs::exists(job.output() / "checkpoint-1"));
  job.expect_no_trace();
}

TEST(LifeCycle, TimeIsLimited) {
  OneJob job("lab", "endless");
  job.job().hours = 0.5 / 3600;
  EXPECT_EQ(job.run(), 75);
  job.expect_no_trace();
}

TEST(LifeCycle, AnEndlessPreemptionIsGivenUp) {
  OneJob job("lab", "preempt");
  job.pace().resumes = 0;
  EXPECT_EQ(job.run(), 75);
  EXPECT_TRUE(fs::exists(job.output() / "checkpoint-1"));
  job.expect_no_trace();
}

TEST(LifeCycle, AClientThatIsMissingIsNamed) {
  OneJob job("lab", "{}");
  fs::remove(job.clients().path() / "bin" / "rsync");
  const std::string path = ::getenv("PATH");
  ::setenv("PATH", (job.clients().path() / "bin").c_str(), 1);
  for (const char* tool : {"sh", "rm", "mkdir", "od", "tr", "touch", "ls", "cat"})
    fs::create_symlink(Path("/bin") / tool, job.clients().path() / "bin" / tool);
  const test::Failure failure = test::failure_of([&] { job.run(); });
  ::setenv("PATH", path.c_str(), 1);
  test::expect_contains(failure.message, "rsync: there is no such program in PATH");
}

TEST(LifeCycle, SecretsAreNowhere) {
  ::setenv("AWS_SECRET_ACCESS_KEY", kKey, 1);
  for (const char* target : {"lab", "batch", "pods", "tpu", "gpu", "ec2"}) {
    OneJob job(target, "preempt");
    EXPECT_EQ(job.run(), 0);
    EXPECT_EQ(job.log().find(kKey), std::string::npos);
    for (const Path& folder : {job.folder(), job.clients().path()})
      for (const auto& entry : fs::recursive_directory_iterator(folder))
        if (entry.is_regular_file()) {
          EXPECT_EQ(read_file(entry.path()).find(kKey), std::string::npos) << entry.path();
        }
  }
  ::unsetenv("AWS_SECRET_ACCESS_KEY");
}

TEST(Secrets, AreKeptOutOfCommandsAndAnswers) {
  class Echo : public Clients {
   public:
    ClientEnd run(const ClientCommand& command) override { return {1, command.words[0], kKey}; }
  } echo;
  DiscreetClients clients(echo, {kKey});
  EXPECT_EQ(clients.run({{"ssh"}}).error, "***");
  test::expect_contains(test::failure_of([&] {
                          clients.run({{"ssh", std::string("a") + kKey}});
                        }).message,
                        "a command of ssh: it contains a secret of the environment");
  EXPECT_TRUE(is_secret("AWS_SECRET_ACCESS_KEY", kKey));
  EXPECT_TRUE(is_secret("HF_TOKEN", "hf_0123456789"));
  EXPECT_FALSE(is_secret("GOOGLE_APPLICATION_CREDENTIALS", "/home/me/key.json"));
  EXPECT_FALSE(is_secret("PATH", "/usr/bin:/bin"));
  EXPECT_FALSE(is_secret("XKEYBOARD", "us"));
}

}  // namespace
}  // namespace tutti::launch
