// SPDX-License-Identifier: Apache-2.0
// `tutti launch`, and `tutti train` in several processes.
#include <gtest/gtest.h>
#include <signal.h>

#include <fstream>
#include <thread>

#include "base/hash.h"
#include "format/json.h"
#include "nlohmann/json.hpp"
#include "program.h"
#include "support/errors.h"
#include "support/processes.h"

namespace tutti::test {
namespace {

using Words = std::vector<std::string>;

/// 100 samples of the quickstart's data in micro-batches of 2; dropout is that of the model.
Words train_words(const Path& output, const Words& more = {}) {
  const Path quickstart = Path(TUTTI_SOURCE_DIR) / "examples" / "quickstart";
  Words words = {"train",
                 "--model_name_or_path",
                 (quickstart / "tiny_bert").string(),
                 "--train_file",
                 (quickstart / "train.json").string(),
                 "--do_train",
                 "--max_train_samples",
                 "100",
                 "--max_seq_length",
                 "64",
                 "--doc_stride",
                 "16",
                 "--precision",
                 "f32",
                 "--per_device_train_batch_size",
                 "2",
                 "--micro_batches",
                 "8",
                 "--max_steps",
                 "4",
                 "--logging_steps",
                 "1",
                 "--save_steps",
                 "2",
                 "--output_dir",
                 output.string()};
  words.insert(words.end(), more.begin(), more.end());
  return words;
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
  return sha256_of_file(output / "checkpoint-4" / "model.safetensors") +
         sha256_of_file(output / "checkpoint-4" / "optimizer.safetensors");
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

TEST(Launch, ProcessesThatWouldTrainDifferentlyAreRefused) {
  const TemporaryFolder folder;
  const std::string port = "29611";
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
    expect_contains(text, fmt::format("rank {}: error: the processes do not train the same: "
                                      "learning_rate is 0.0001 at rank 0, but 0.0002 at rank 1",
                                      rank));
  }
  EXPECT_FALSE(std::filesystem::exists(folder.path() / "out"));
}

/// A file of /proc, which says that it has 0 bytes.
std::string text_of(const Path& path) {
  std::ifstream stream(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(stream), {}};
}

/// The launcher's child of that rank, by what it was given: the output folder is this test's own.
pid_t process_of_rank(const std::string& output, const std::string& rank) {
  for (const auto& entry : std::filesystem::directory_iterator("/proc")) {
    const std::string name = entry.path().filename().string();
    if (name.find_first_not_of("0123456789") != std::string::npos) continue;
    std::string environment = text_of(entry.path() / "environ");
    const std::string words = text_of(entry.path() / "cmdline");
    std::replace(environment.begin(), environment.end(), '\0', '\n');
    const std::string wanted = fmt::format("\nRANK={}\n", rank);
    if (words.find(output) != std::string::npos && environment.find(wanted) != std::string::npos)
      return std::stoi(name);
  }
  return 0;
}

/// Waits for a checkpoint, sends a signal to rank 1, and gives what the launcher says.
Outcome with_signal(const Path& output, int signal, const std::string& steps,
                    const Words& launch_flags = {}) {
  const Words command =
      train_words(output, {"--max_steps", steps, "--save_steps", "5", "--micro_batches", "3"});
  Outcome run;
  std::thread launcher([&] { run = run_tutti(launch_words(3, command, launch_flags)); });
  const auto end = std::chrono::steady_clock::now() + std::chrono::seconds(60);
  while (!std::filesystem::exists(output / "checkpoint-5") &&
         std::chrono::steady_clock::now() < end)
    std::this_thread::sleep_for(std::chrono::milliseconds(20));
  if (const pid_t id = process_of_rank(output.string(), "1")) ::kill(id, signal);
  launcher.join();
  return run;
}

TEST(Launch, TheOthersNameAProcessThatDies) {
  const TemporaryFolder folder;
  const auto begin = std::chrono::steady_clock::now();
  const Outcome run = with_signal(folder.path() / "out", SIGKILL, "2000");
  EXPECT_EQ(run.code, 128 + SIGKILL) << run.err;
  expect_contains(run.err, "warning: process 1 was ended by signal 9");
  for (const char* rank : {"0", "2"})
    expect_contains(run.err, fmt::format("rank {}: error: rank 1 failed: ", rank));
  EXPECT_LT(std::chrono::steady_clock::now() - begin, std::chrono::seconds(90));
}

TEST(Launch, StopsTogether) {
  const TemporaryFolder folder;
  const Path output = folder.path() / "out";
  const Outcome run = with_signal(output, SIGTERM, "2000");
  EXPECT_EQ(run.code, 75) << run.err;
  expect_contains(run.err, "rank 0: stopped at step ");
}

TEST(Launch, StartsAgain) {
  const TemporaryFolder folder;
  const Path one = folder.path() / "one", out = folder.path() / "out";
  const Outcome run = with_signal(out, SIGKILL, "40", {"--max_restarts", "1"});
  ASSERT_EQ(run.code, 0) << run.err;
  expect_contains(run.err, "all processes are started again: 1 of 1 times");
  const Words alone = {"--max_steps", "40", "--save_steps", "40", "--micro_batches", "3"};
  ASSERT_EQ(run_tutti(train_words(one, alone)).code, 0);
  for (const char* file : {"model.safetensors", "optimizer.safetensors"})
    EXPECT_EQ(sha256_of_file(out / "checkpoint-40" / file),
              sha256_of_file(one / "checkpoint-40" / file));
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
  expect_refused(launch_words(3, train_words(folder.path() / "out", {"--micro_batches", "2"})),
                 "--micro_batches 2: 3 processes need at least one each");
}

}  // namespace
}  // namespace tutti::test
