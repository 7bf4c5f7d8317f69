// SPDX-License-Identifier: Apache-2.0
// Checkpoints that are written while the training goes on.
#include "train/checkpoint_writer.h"

#include <gtest/gtest.h>

#include <thread>

#include "base/error.h"
#include "base/log.h"
#include "small_training.h"
#include "support/errors.h"
#include "support/temporary_folder.h"

namespace tutti::train {
namespace {

using test::TemporaryFolder;

/// Something that a thread waits for until another one opens it.
class Gate {
 public:
  void open() { opened_.set_value(); }
  std::function<void(const Path&)> waiting() {
    return [open = opened_.get_future().share()](const Path&) { open.wait(); };
  }

 private:
  std::promise<void> opened_;
};

void fill_nothing(const Path&) {}

void fail(const Path& folder) {
  io_error("{}: no space left on device", folder.string());
}

/// The files of a state by their names.
std::map<std::string, std::string> files_of(const Path& folder) {
  std::map<std::string, std::string> files;
  for (const auto& entry : std::filesystem::directory_iterator(folder))
    if (entry.path().extension() == ".safetensors")
      files[entry.path().filename().string()] = read_file(entry.path());
  return files;
}

/// The state changes before its first byte is written.
void expect_written_as_it_was(const Setting& setting) {
  const TemporaryFolder folder;
  TrainingRun run(setting);
  for (const char* name : {"first", "second"}) {
    std::filesystem::create_directory(folder.path() / name);
    run.state().save(folder.path() / name);
    Gate gate;
    CheckpointWriter writer(run.state(), {folder.path()});
    writer.begin({1, gate.waiting()});
    run.fill("qa_outputs.weight", 7);
    run.fill("bert.embeddings.word_embeddings.weight", 7);
    gate.open();
    writer.wait();
    EXPECT_EQ(files_of(folder.path() / "checkpoint-1"), files_of(folder.path() / name));
  }
}

TEST(CheckpointWriter, WritesTheStateAsItWasWhenItBegan) {
  expect_written_as_it_was({.layers = 1});
}

TEST(CheckpointWriter, WritesAPaddedStateWithoutItsPadding) {
  expect_written_as_it_was({.layers = 1, .pad_to_multiple_of = 64});
}

TEST(CheckpointWriter, WritesMomentsThatTheHostHas) {
  expect_written_as_it_was({.layers = 1, .host_optimizer = true});
}

TEST(CheckpointWriter, WritesOneAfterTheOther) {
  const TemporaryFolder folder;
  TrainingRun run({.layers = 1});
  CheckpointWriter writer(run.state(), {folder.path(), /*keep=*/1});
  Gate gate;
  writer.begin({1, gate.waiting()});
  std::thread opener([&] { gate.open(); });
  bool first_is_whole = false;
  writer.begin({2, [&](const Path&) {
                  first_is_whole = !checkpoint_problem(folder.path() / "checkpoint-1").has_value();
                }});
  opener.join();
  writer.wait();
  EXPECT_TRUE(first_is_whole);
  const auto left = list_checkpoints(folder.path());
  ASSERT_EQ(left.size(), 1u);
  EXPECT_EQ(left[0].step, 2);
  EXPECT_FALSE(checkpoint_problem(left[0].folder));
}

TEST(CheckpointWriter, ThrowsWhatTheThreadDid) {
  const TemporaryFolder folder;
  TrainingRun run({.layers = 1});
  CheckpointWriter writer(run.state(), {folder.path()});
  writer.begin({1, fail});
  const auto failure = test::failure_of([&] { writer.wait(); });
  EXPECT_EQ(failure.code, ExitCode::io);
  test::expect_contains(failure.message, "no space left");
  writer.wait();  // it is told once
  writer.begin({2, fail});
  EXPECT_THROW(writer.begin({3, fill_nothing}), UserError);
  EXPECT_TRUE(list_checkpoints(folder.path()).empty());
}

TEST(CheckpointWriter, IsWaitedForAtItsEnd) {
  const TemporaryFolder folder;
  TrainingRun run({.layers = 1});
  std::vector<std::string> warnings;
  set_log_sink([&](LogLevel level, const std::string& text) {
    if (level == LogLevel::warning) warnings.push_back(text);
  });
  CheckpointWriter(run.state(), {folder.path()}).begin({1, fill_nothing});
  EXPECT_TRUE(warnings.empty());
  EXPECT_FALSE(checkpoint_problem(folder.path() / "checkpoint-1"));
  CheckpointWriter(run.state(), {folder.path()}).begin({2, fail});
  set_log_sink({});
  ASSERT_EQ(warnings.size(), 1u);
  test::expect_contains(warnings[0], "checkpoint of step 2 is not written");
}

/// All files of two runs are the same, whether their checkpoints are written behind or not.
TEST(CheckpointWriter, ARunHasTheSameCheckpointsEitherWay) {
  const TemporaryFolder folder;
  Setting setting{.layers = 1};
  setting.steps = 5;
  setting.save_steps = 2;
  for (const bool behind : {false, true}) {
    TrainingRun run(setting);
    run.save_behind = behind;
    run.train(folder.path() / (behind ? "behind" : "waiting"));
  }
  for (const char* name : {"checkpoint-2", "checkpoint-4", "checkpoint-5"})
    for (const char* file :
         {"model.safetensors", "optimizer.safetensors", "trainer_state.json", "complete.json"})
      EXPECT_EQ(read_file(folder.path() / "behind" / name / file),
                read_file(folder.path() / "waiting" / name / file))
          << name << " " << file;
}

TEST(CheckpointWriter, AFailureEndsTheRunAsIfItHadWaited) {
  for (const bool behind : {false, true}) {
    const TemporaryFolder folder;
    Setting setting{.layers = 1};
    setting.steps = 6;
    setting.save_steps = 2;
    TrainingRun run(setting);
    run.save_behind = behind;
    run.write_extra_files = [](const Path& into) {
      if (into.filename().string().ends_with("checkpoint-4")) fail(into);
    };
    const auto failure = test::failure_of([&] { run.train(folder.path()); });
    EXPECT_EQ(failure.code, ExitCode::io);
    test::expect_contains(failure.message, "no space left on device; ");
    test::expect_contains(failure.message, "checkpoint-2 is whole");
    EXPECT_EQ(newest_checkpoint(folder.path())->step, 2);
  }
}

TEST(CheckpointWriter, AStoppedRunHasItsCheckpoint) {
  const TemporaryFolder folder;
  Setting setting{.layers = 1};
  setting.save_steps = 3;
  TrainingRun run(setting);
  EXPECT_EQ(run.train(folder.path(), /*stop_after=*/3), Outcome::stopped);
  ASSERT_TRUE(newest_checkpoint(folder.path()));
  EXPECT_EQ(newest_checkpoint(folder.path())->step, 3);
}

}  // namespace
}  // namespace tutti::train
