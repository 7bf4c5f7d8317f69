// SPDX-License-Identifier: Apache-2.0
// `tutti launch`, and `tutti train` in several processes.
#include <gtest/gtest.h>
#include <signal.h>

#include <atomic>
#include <thread>

#include "app/checkpoint_hash.h"
#include "app/launch/launch_children.h"
#include "app/process_of_rank.h"
#include "app/small_models.h"
#include "base/hash.h"
#include "comm/socket.h"
#include "format/argument_values.h"
#include "format/json.h"
#include "metrics/metrics_line.h"
#include "metrics/metrics_log.h"
#include "nlohmann/json.hpp"
#include "support/errors.h"
#include "support/ports.h"
#include "support/processes.h"

namespace tutti::test {
namespace {

using Words = std::vector<std::string>;

/// 100 samples of the quickstart's data in micro-batches of 2; dropout is that of the model.
Words train_words(const Path& output, const Words& more = {}) {
  return train_quickstart_words(output,
                                "--max_train_samples 100 --max_seq_length 64 --doc_stride 16 "
                                "--precision f32 --per_device_train_batch_size 2 --micro_batches 8 "
                                "--max_steps 4 --logging_steps 1 --save_steps 2",
                                more);
}

Words launch_words(int64_t processes, const Words& command, const Words& more = {}) {
  Words words = {"launch", "--nproc_per_node", std::to_string(processes)};
  words.insert(words.end(), more.begin(), more.end());
  words.emplace_back("--");
  words.insert(words.end(), command.begin(), command.end());
  return words;
}

/// Of the model's and the optimizer's state after the last step.
std::string state_hash(const Path& output) {
  return checkpoint_hash(output, 4);
}

TEST(Launch, AnyNumberOfProcessesGivesTheBitsOfOne) {
  const TemporaryFolder folder;
  const Path one = folder.path() / "one";
  const Outcome alone = run_tutti(train_words(one));
  ASSERT_EQ(alone.code, 0) << alone.err;
  const std::vector<std::pair<int64_t, Words>> worlds = {
      {2, {}}, {2, {"--shares", "5,3"}}, {2, {"--shares", "7,1"}}, {3, {}}};
  for (const auto& [processes, more] : worlds) {
    const Path several = folder.path() / fmt::format("{}{}", processes, more.size());
    std::filesystem::remove_all(several);
    const Outcome run = run_tutti(launch_words(processes, train_words(several, more)));
    ASSERT_EQ(run.code, 0) << run.err;
    expect_contains(run.err, fmt::format("of which {} processes compute", processes));
    expect_contains(run.err, "rank 0: the trained model is in");
    EXPECT_EQ(run.err.find("rank 1: the"), std::string::npos) << run.err;  // it is quiet
    EXPECT_EQ(state_hash(several), state_hash(one)) << fmt::format("{}", fmt::join(more, " "));
    // What is run again, with whatever processes, is the same run.
    const auto file = format::read_json(several / "run.json");
    EXPECT_EQ(file["arguments"]["micro_batches"], 8);
    EXPECT_TRUE(file["arguments"]["rank"].is_null());
  }
}

TEST(Launch, GoesOnWithAnotherNumberOfProcesses) {
  const TemporaryFolder folder;
  const Path one = folder.path() / "one", cut = folder.path() / "cut";
  ASSERT_EQ(run_tutti(train_words(one)).code, 0);
  const Outcome begun = run_tutti(launch_words(3, train_words(cut)));
  ASSERT_EQ(begun.code, 0) << begun.err;
  std::filesystem::remove_all(cut / "checkpoint-4");
  const Outcome resumed =
      run_tutti(launch_words(2, train_words(cut, {"--resume_from_checkpoint", "auto"})));
  ASSERT_EQ(resumed.code, 0) << resumed.err;
  EXPECT_EQ(state_hash(cut), state_hash(one));
}

/// Of a training by two processes in which rank 1 has flags of its own.
std::vector<std::string> with_flags_of_rank_1(const Path& output, const Words& more) {
  const std::string port = std::to_string(test::free_port());
  return run_threads(2, [&](int64_t rank) {
    Words words = {"--rank",        std::to_string(rank), "--world_size",  "2",
                   "--master_addr", "127.0.0.1",          "--master_port", port};
    if (rank == 1) words.insert(words.end(), more.begin(), more.end());
    const Outcome run =
        run_tutti(train_words(output, words), "", {{"TUTTI_TOKEN", "0123456789abcdef"}});
    return fmt::format("{} {}", run.code, run.err);
  });
}

TEST(Launch, NamesTheFirstDifferenceOfEachKind) {
  const TemporaryFolder folder;
  const Path other = folder.path() / "other";
  const auto seeded = run_tutti(
      train_words(other, {"--max_steps", "1", "--save_steps", "1", "--micro_batches", "1"}));
  ASSERT_EQ(seeded.code, 0) << seeded.err;
  const std::vector<std::pair<Words, std::string>> kinds = {
      {{"--learning_rate", "2e-4"}, "learning_rate is "},
      {{"--max_train_samples", "90"}, "train_features is "},
      {{"--seed", "7"}, "seed is 42 on rank 0, but 7 on rank 1"},
      {{"--shares", "5,3"}, "shares is [4,4] on rank 0, but [5,3] on rank 1"},
      {{"--shares", "auto"}, "shares_follow_speeds is false on rank 0, but true on rank 1"},
      {{"--micro_batches", "9"}, "micro_batches is 8 on rank 0, but 9 on rank 1"},
      {{"--train_sampling_strategy", "sequential"}, "train_sampling_strategy is \"random\""},
      {{"--skip_passes", "raise"}, "skip_passes is \"\" on rank 0, but \"raise\" on rank 1"},
      {{"--save_steps", "3"}, "save_steps is 2 on rank 0, but 3 on rank 1"},
      {{"--state_check_steps", "7"}, "state_check_steps is 500 on rank 0, but 7 on rank 1"},
      {{"--precision", "bf16"}, "precision is \"f32\" on rank 0, but \"bf16\" on rank 1"},
      {{"--model_name_or_path", other.string()}, "the first state is "}};
  for (const auto& [flags, difference] : kinds)
    for (const std::string& text : with_flags_of_rank_1(folder.path() / "out", flags)) {
      EXPECT_TRUE(text.starts_with("2 ")) << text;
      expect_contains(text, "error: the processes' trainings differ: " + difference);
    }
  EXPECT_FALSE(std::filesystem::exists(folder.path() / "out" / "metrics.jsonl"));
}

TEST(Launch, ProcessesThatWouldTrainDifferentlyAreRefused) {
  const TemporaryFolder folder;
  const std::string port = std::to_string(test::free_port());
  const Environment token = {{"TUTTI_TOKEN", "0123456789abcdef"}};
  const auto results = run_threads(2, [&](int64_t rank) {
    const Outcome run = run_tutti(
        train_words(folder.path() / "out", {"--rank", std::to_string(rank), "--world_size", "2",
                                            "--master_addr", "127.0.0.1", "--master_port", port,
                                            "--learning_rate", rank == 0 ? "1e-4" : "2e-4"}),
        "", token);
    return fmt::format("{} {}", run.code, run.err);
  });
  for (int64_t rank = 0; rank < 2; rank++) {
    const std::string& text = results[static_cast<size_t>(rank)];
    EXPECT_TRUE(text.starts_with("2 ")) << text;
    expect_contains(text, fmt::format("rank {}: error: the processes' trainings differ: "
                                      "learning_rate is 0.0001 on rank 0, but 0.0002 on rank 1",
                                      rank));
  }
  EXPECT_FALSE(std::filesystem::exists(folder.path() / "out"));
}

/// What is sent to a process when a checkpoint is there.
struct Blow {
  int64_t step = 0;
  std::string rank;
  int signal = SIGKILL;
};

/// How many lines of a run's metrics.jsonl are of a phase.
int64_t metrics_lines(const Path& output, const std::string& phase) {
  const std::string lines = text_of(output / "metrics.jsonl");
  int64_t count = 0;
  for (size_t at = 0; (at = lines.find("\"phase\":\"" + phase, at)) != std::string::npos; at++)
    count++;
  return count;
}

/// The process that was hit.
pid_t strike(const Path& output, const Blow& blow) {
  wait_until(
      [&] { return std::filesystem::exists(output / fmt::format("checkpoint-{}", blow.step)); });
  const pid_t id = process_of_rank(output.string(), blow.rank);
  if (id > 0) ::kill(id, blow.signal);
  return id;
}

/// A training whose processes are sent signals, and what the launcher says.
Outcome with_blows(const Path& output, int64_t processes, const std::vector<Blow>& blows,
                   int64_t steps, const Words& train_flags = {}, const Words& launch_flags = {}) {
  Words command = train_words(
      output, {"--max_steps", std::to_string(steps), "--save_steps", "5", "--threads", "1"});
  command.insert(command.end(), train_flags.begin(), train_flags.end());
  Outcome run;
  std::thread launcher([&] { run = run_tutti(launch_words(processes, command, launch_flags)); });
  for (const Blow& blow : blows) strike(output, blow);
  launcher.join();
  return run;
}

/// Of model and optimizer after `steps` steps.
std::string hash_after(const Path& output, int64_t steps) {
  const Path folder = output / fmt::format("checkpoint-{}", steps);
  return sha256_of_file(folder / "model.safetensors") +
         sha256_of_file(folder / "optimizer.safetensors");
}

std::string hash_of_one(const Path& output, int64_t steps) {
  const std::string count = std::to_string(steps);
  const Outcome run = run_tutti(
      train_words(output, {"--max_steps", count, "--save_steps", count, "--threads", "1"}));
  EXPECT_EQ(run.code, 0) << run.err;
  return hash_after(output, steps);
}

TEST(Launch, GoesOnWithoutAProcessThatDies) {
  const TemporaryFolder folder;
  const Path out = folder.path() / "out";
  const Outcome run = with_blows(out, 3, {{5, "1"}}, 25);
  ASSERT_EQ(run.code, 0) << run.err;
  expect_contains(run.err, "warning: process 1 was ended by signal 9");
  expect_contains(run.err, "rank 0: warning: rank 1 failed: ");
  expect_contains(run.err, ": 2 of 3 processes continue after step ");
  EXPECT_EQ(hash_after(out, 25), hash_of_one(folder.path() / "one", 25));
}

TEST(Launch, GoesOnWithoutRank0AndOthers) {
  const TemporaryFolder folder;
  const Path out = folder.path() / "out";
  const Outcome run = with_blows(out, 4, {{5, "0"}, {10, "2"}, {15, "1"}}, 25);
  ASSERT_EQ(run.code, 0) << run.err;
  expect_contains(run.err, ": 3 of 4 processes continue after step ");
  expect_contains(run.err, ": 2 of 3 processes continue after step ");
  expect_contains(run.err, ": 1 of 2 processes continue after step ");
  EXPECT_EQ(hash_after(out, 25), hash_of_one(folder.path() / "one", 25));
  EXPECT_TRUE(std::filesystem::exists(out / "model.safetensors"));
  // A line for each step and none twice, whoever wrote it.
  EXPECT_EQ(metrics_lines(out, "train"), 25);
  EXPECT_EQ(metrics_lines(out, "regroup"), 3);
}

TEST(Launch, StopsWhereTooFewAreLeft) {
  const TemporaryFolder folder;
  const Outcome run =
      with_blows(folder.path() / "out", 3, {{5, "1"}}, 2000, {"--min_processes", "3"});
  EXPECT_EQ(run.code, 128 + SIGKILL) << run.err;
  expect_contains(run.err, "warning: process 1 was ended by signal 9");
  for (const char* rank : {"0", "2"})
    expect_contains(run.err, fmt::format("rank {}: error: 2 of 3 processes are left, and "
                                         "--min_processes is 3: rank 1 failed: ",
                                         rank));
}

TEST(Launch, StopsTogether) {
  const TemporaryFolder folder;
  const Outcome run = with_blows(folder.path() / "out", 3, {{5, "1", SIGTERM}}, 2000);
  EXPECT_EQ(run.code, 75) << run.err;
  expect_contains(run.err, "rank 0: stopped at step ");
}

TEST(Launch, AProcessComesBack) {
  const TemporaryFolder folder;
  const Path out = folder.path() / "out";
  const Outcome run = with_blows(out, 3, {{5, "0"}}, 60, {}, {"--max_restarts", "1"});
  ASSERT_EQ(run.code, 0) << run.err;
  expect_contains(run.err,
                  "process 0 is restarted in 1 s and joins the others; 0 restarts are left");
  expect_contains(run.err, "processes ask to join: 2 of 2 processes continue with 1 more after");
  EXPECT_EQ(hash_after(out, 60), hash_of_one(folder.path() / "one", 60));
}

TEST(Launch, StartsAllAgain) {
  const TemporaryFolder folder;
  const Path out = folder.path() / "out";
  const Outcome run =
      with_blows(out, 2, {{5, "1"}}, 25, {"--min_processes", "2"}, {"--max_restarts", "2"});
  ASSERT_EQ(run.code, 0) << run.err;
  expect_contains(run.err, "all processes have failed and are restarted");
  EXPECT_EQ(hash_after(out, 25), hash_of_one(folder.path() / "one", 25));
}

/// Rank 1 is started again, and before it is taken in rank 0 dies, too.
TEST(Launch, StartsAllAgainWhereANewcomerFindsNobody) {
  const TemporaryFolder folder;
  const Path out = folder.path() / "out";
  Outcome run;
  std::thread launcher([&] {
    run = run_tutti(launch_words(2,
                                 train_words(out, {"--max_steps", "60", "--save_steps", "5",
                                                   "--threads", "1", "--save_total_limit", "1"}),
                                 {"--max_restarts", "2"}));
  });
  const pid_t first = strike(out, {5, "0", SIGSTOP});
  const pid_t second = strike(out, {5, "1"});
  pid_t newcomer = 0;
  wait_until([&] {
    newcomer = process_of_rank(out.string(), "1");
    return newcomer > 0 && newcomer != second;
  });
  ::kill(newcomer, SIGSTOP);
  ::kill(first, SIGKILL);
  launcher.join();
  ASSERT_EQ(run.code, 0) << run.err;
  expect_contains(run.err, "process 1 is restarted in 1 s and joins the others");
  expect_contains(run.err, "no process is left for the restarted ones to join");
  expect_contains(run.err, "all processes have failed and are restarted; 0 restarts are left");
  EXPECT_EQ(hash_after(out, 60), hash_of_one(folder.path() / "one", 60));
}

/// A job of two launchers, as on two machines with a process each; rank 1 dies, and then both do.
TEST(Launch, StartsTheOnlyProcessOfAMachineAgain) {
  const TemporaryFolder folder;
  const Path out = folder.path() / "out";
  const std::string port = std::to_string(test::free_port());
  std::vector<std::string> results;
  std::thread launchers([&] {
    results = run_threads(2, [&](int64_t node) {
      const Outcome run = run_tutti(
          launch_words(1, train_words(out, {"--max_steps", "60", "--save_steps", "5"}),
                       {"--nnodes", "2", "--node_rank", std::to_string(node), "--master_addr",
                        "127.0.0.1", "--master_port", port, "--max_restarts", "2"}),
          "", {{"TUTTI_TOKEN", "0123456789abcdef"}});
      return fmt::format("{} {}", run.code, run.err);
    });
  });
  strike(out, {5, "1"});
  wait_until([&] { return metrics_lines(out, "regroup") == 2; });  // it has come back
  const int64_t steps = metrics_lines(out, "train");
  wait_until([&] { return metrics_lines(out, "train") > steps + 1; });
  const pid_t first = strike(out, {5, "0", SIGSTOP});
  strike(out, {5, "1"});
  ::kill(first, SIGKILL);
  launchers.join();
  for (const std::string& text : results) EXPECT_TRUE(text.starts_with("0 ")) << text;
  expect_contains(results.at(1), "process 1 is restarted in 1 s and joins the others");
  expect_contains(results.at(0), "processes ask to join: 1 of 1 processes continue with 1 more");
  expect_contains(results.at(0), "process 0 is restarted in 1 s and joins the others");
  EXPECT_EQ(hash_after(out, 60), hash_of_one(folder.path() / "one", 60));
}

TEST(Launch, GoesOnFromNoCheckpointThatIsToBeReplaced) {
  const TemporaryFolder folder;
  const Path out = folder.path() / "out";
  std::filesystem::create_directories(out / "checkpoint-5");
  const Words fresh = {"train", "--output_dir", out.string()};
  const Words replacing = {"train", "--output_dir=" + out.string(), "--overwrite_output_dir"};
  const auto with_resume = [](Words words) {
    words.insert(words.end(), {"--resume_from_checkpoint", "auto"});
    return words;
  };
  const app::RestartedCommand first(fresh), second(replacing);
  EXPECT_EQ(first.resuming(), with_resume(fresh));
  EXPECT_EQ(second.resuming(), replacing);
  std::filesystem::create_directories(out / "checkpoint-10");
  EXPECT_EQ(second.resuming(), with_resume(replacing));
  EXPECT_EQ(second.newest_step(), 10);
  EXPECT_EQ(app::RestartedCommand({"doctor", "--distributed"}).resuming(),
            Words({"doctor", "--distributed"}));
}

/// --logging_dir is a file, so that rank 0 fails each time before the first step.
TEST(Launch, DoesNotStartAgainWhatFailsTheSameWay) {
  const TemporaryFolder folder;
  const Path file = folder.path() / "file";
  write_file_atomically(file, "");
  const Outcome run = run_tutti(
      launch_words(2, train_words(folder.path() / "out", {"--logging_dir", file.string()}),
                   {"--max_restarts", "9"}));
  EXPECT_EQ(run.code, 5) << run.err;
  expect_contains(run.err,
                  "all processes have failed twice in the same way, with exit code 5 after the "
                  "checkpoint of step 0, so they are not restarted");
}

/// A process that is stopped for 30 ms after each 10 ms gets fewer micro-batches, and the bits
/// stay.
TEST(Launch, SharesFollowSpeeds) {
  const TemporaryFolder folder;
  const Path out = folder.path() / "out";
  std::atomic<bool> ended = false;
  std::thread slows([&] {
    const auto pause = [](int time) {
      std::this_thread::sleep_for(std::chrono::milliseconds(time));
    };
    while (!ended && text_of(out / "metrics.jsonl").empty()) pause(10);
    const pid_t id = process_of_rank(out.string(), "1");
    while (!ended && id > 0) {
      ::kill(id, SIGSTOP);
      pause(30);
      ::kill(id, SIGCONT);
      pause(10);
    }
  });
  const Outcome run = with_blows(out, 2, {}, 24, {"--shares", "auto", "--save_steps", "24"});
  ended = true;
  slows.join();
  ASSERT_EQ(run.code, 0) << run.err;
  expect_contains(run.err, "of which 2 processes compute 4:4 at first");
  expect_contains(run.err, " the processes compute ");
  EXPECT_EQ(hash_after(out, 24), hash_of_one(folder.path() / "one", 24));
  double fewest = 8, sum = 0;
  for (const metrics::MetricsLine& line : metrics::read_metrics(out / "metrics.jsonl")) {
    fewest = std::min(fewest, line.value("world/micro_batches/rank_1"));
    sum = line.value("world/micro_batches/rank_0") + line.value("world/micro_batches/rank_1");
    EXPECT_EQ(sum, 8);
    EXPECT_GE(line.value("world/waiting/rank_0"), 0);
  }
  EXPECT_LE(fewest, 3);
}

TEST(Launch, ACauseIsToldFromWhatFollowsIt) {
  EXPECT_EQ(app::cause_of(std::nullopt, 5), 5);
  EXPECT_EQ(app::cause_of(5, 2), 2);  // what was refused is seen after who waited for it
  EXPECT_EQ(app::cause_of(2, 5), 2);
  EXPECT_EQ(app::cause_of(4, 2), 4);
  EXPECT_EQ(app::cause_of(2, 128 + SIGKILL), 128 + SIGKILL);
  EXPECT_EQ(app::cause_of(128 + SIGSEGV, 128 + SIGKILL), 128 + SIGSEGV);
}

/// As torchrun takes it.
TEST(Launch, TakesACommandWithoutDashes) {
  const TemporaryFolder folder;
  const Path out = folder.path() / "out";
  const Outcome run = run_tutti(joined({"launch", "--nproc_per_node", "2", "--max_restarts=0"},
                                       train_words(out, {"--max_steps", "1"})));
  ASSERT_EQ(run.code, 0) << run.err;
  expect_contains(run.err, "of which 2 processes compute");
  const Outcome wrong = run_tutti(joined({"launch", "--nproc", "2"}, train_words(out)));
  EXPECT_EQ(wrong.code, 2);
  expect_contains(wrong.err, "`tutti launch` does not take --nproc");
  EXPECT_EQ(wrong.err.find("learning_rate"), std::string::npos) << wrong.err;
  EXPECT_EQ(wrong.err.find("problems"), std::string::npos) << wrong.err;
}

TEST(Launch, SaysWhatIsMissing) {
  const auto expect_refused = [](const Words& words, const std::string& part) {
    const Outcome run = run_tutti(words);
    EXPECT_EQ(run.code, 2);
    expect_contains(run.err, part);
  };
  expect_refused({"launch", "--nproc_per_node", "2"}, "the command is missing; expected it after");
  expect_refused(launch_words(2, {"train"}, {"--nnodes", "2"}), "--master_addr is missing");
  expect_refused(launch_words(2, {"train"}, {"--node_rank", "1"}),
                 "--node_rank 1: expected 0 to 0");
  const TemporaryFolder folder;
  expect_refused(launch_words(2, train_words(folder.path() / "out", {"--shares", "5,4"})),
                 "--shares 5,4: 2 shares of 9 micro-batches together; expected one for each of 2 "
                 "processes, and 8 together");
  expect_refused(train_words(folder.path() / "out", {"--join"}),
                 "--join: expected --rank and --world_size of a process that the job began with");
  expect_refused(launch_words(3, train_words(folder.path() / "out", {"--micro_batches", "2"})),
                 "--micro_batches 2: 3 processes need at least one each");
}

}  // namespace
}  // namespace tutti::test
