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

/// The warnings of `work`.
std::vector<std::string> warnings_of(const std::function<void()>& work) {
  std::vector<std::string> warnings;
  set_log_sink([&](LogLevel level, const std::string& text) {
    if (level == LogLevel::warning) warnings.push_back(text);
  });
  work();
  set_log_sink({});
  return warnings;
}

TEST(CheckpointWriter, AFullDiskCostsOneCheckpoint) {
  for (const bool is_async : {false, true}) {
    const TemporaryFolder folder;
    TrainingRun run({.layers = 1});
    CheckpointWriter writer(run.state(), {folder.path(), 0, is_async});
    const auto warnings = warnings_of([&] {
      writer.begin({1, fail});
      writer.wait();
      writer.wait();  // it is told once
    });
    ASSERT_EQ(warnings.size(), 1u);
    test::expect_contains(warnings[0], "the checkpoint of step 1 is not written: ");
    test::expect_contains(warnings[0], "no space left");
    const auto failure = test::failure_of([&] { writer.expect_written(); });
    EXPECT_EQ(failure.code, ExitCode::io);
    test::expect_contains(failure.message, "step 1 is not written");
    writer.write({2, fill_nothing});
    writer.expect_written();
    ASSERT_EQ(list_checkpoints(folder.path()).size(), 1u);
    EXPECT_FALSE(checkpoint_problem(folder.path() / "checkpoint-2"));
  }
}

TEST(CheckpointWriter, OtherFailuresEndTheRun) {
  const TemporaryFolder folder;
  TrainingRun run({.layers = 1});
  CheckpointWriter writer(run.state(), {folder.path()});
  writer.begin({1, [](const Path&) { user_error("a mistake"); }});
  EXPECT_THROW(writer.wait(), UserError);
}

TEST(CheckpointWriter, IsWaitedForAtItsEnd) {
  const TemporaryFolder folder;
  TrainingRun run({.layers = 1});
  const auto begin = [&](Checkpoint checkpoint) {
    return warnings_of(
        [&] { CheckpointWriter(run.state(), {folder.path()}).begin(std::move(checkpoint)); });
  };
  EXPECT_TRUE(begin({1, fill_nothing}).empty());
  EXPECT_FALSE(checkpoint_problem(folder.path() / "checkpoint-1"));
  const auto warnings = begin({2, fail});
  ASSERT_EQ(warnings.size(), 1u);
  test::expect_contains(warnings[0], "checkpoint of step 2 is not written");
}

/// All files of two runs are the same, whether their checkpoints are written behind or not.
TEST(CheckpointWriter, ARunHasTheSameCheckpointsEitherWay) {
  const TemporaryFolder folder;
  Setting setting{.layers = 1};
  setting.steps = 5;
  setting.save_steps = 2;
  for (const bool is_async : {false, true}) {
    TrainingRun run(setting);
    run.save_async = is_async;
    run.train(folder.path() / (is_async ? "behind" : "waiting"));
  }
  for (const char* name : {"checkpoint-2", "checkpoint-4", "checkpoint-5"})
    for (const char* file :
         {"model.safetensors", "optimizer.safetensors", "trainer_state.json", "complete.json"})
      EXPECT_EQ(read_file(folder.path() / "behind" / name / file),
                read_file(folder.path() / "waiting" / name / file))
          << name << " " << file;
}

/// A run that goes on without the checkpoint of one step.
struct Interrupted {
  const TemporaryFolder folder;
  TrainingRun run;
  std::vector<std::string> warnings;

  Interrupted(const Setting& setting, bool is_async, const std::string& lost) : run(setting) {
    run.save_async = is_async;
    run.write_extra_files = [lost](const Path& into) {
      if (into.filename().string().ends_with(lost)) fail(into);
    };
  }
};

TEST(CheckpointWriter, ARunGoesOnWithoutACheckpoint) {
  for (const bool is_async : {false, true}) {
    Setting setting{.layers = 1};
    setting.steps = 6;
    setting.save_steps = 2;
    Interrupted one(setting, is_async, "checkpoint-4");
    const auto warnings =
        warnings_of([&] { EXPECT_EQ(one.run.train(one.folder.path()), Outcome::finished); });
    ASSERT_EQ(warnings.size(), 1u);
    test::expect_contains(warnings[0], "no space left on device; ");
    test::expect_contains(warnings[0], "checkpoint-2 is complete");
    std::vector<int64_t> steps;
    for (const auto& found : list_checkpoints(one.folder.path())) steps.push_back(found.step);
    EXPECT_EQ(steps, (std::vector<int64_t>{2, 6}));
  }
}

TEST(CheckpointWriter, AStoppedRunThatCannotBeSavedIsAnError) {
  Setting setting{.layers = 1};
  setting.save_steps = 2;
  Interrupted one(setting, true, "checkpoint-3");
  const auto failure =
      test::failure_of([&] { one.run.train(one.folder.path(), /*stop_after=*/3); });
  EXPECT_EQ(failure.code, ExitCode::io);
  test::expect_contains(failure.message, "the checkpoint of step 3 is not written");
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
