// SPDX-License-Identifier: Apache-2.0
#include "train/checkpoint.h"

#include <gtest/gtest.h>

#include <fstream>

#include "base/error.h"
#include "base/log.h"
#include "support/errors.h"
#include "support/processes.h"
#include "support/temporary_folder.h"

namespace tutti::train {
namespace {

namespace fs = std::filesystem;

FillFolder fill_with(const std::string& content) {
  return [content](const Path& folder) {
    write_file_atomically(folder / "model.safetensors", content);
    return FileSums();
  };
}

std::vector<int64_t> steps(const Path& output) {
  std::vector<int64_t> all;
  for (const auto& found : list_checkpoints(output)) all.push_back(found.step);
  return all;
}

TEST(Checkpoint, KeepsTheLastAndTheProtected) {
  const test::TemporaryFolder folder;
  for (int64_t step : {9, 10, 100, 101})
    write_checkpoint(folder.path(), step, fill_with("x"), 2, {9});
  EXPECT_EQ(steps(folder.path()), (std::vector<int64_t>{9, 101}));
  EXPECT_EQ(newest_checkpoint(folder.path())->step, 101);
}

TEST(Checkpoint, ReplacesOneOfTheSameStep) {
  const test::TemporaryFolder folder;
  write_checkpoint(folder.path(), 3, fill_with("old"), 0);
  write_checkpoint(folder.path(), 3, fill_with("new"), 0);
  EXPECT_EQ(read_file(folder.path() / "checkpoint-3" / "model.safetensors"), "new");
  EXPECT_EQ(steps(folder.path()), std::vector<int64_t>{3});
}

TEST(Checkpoint, AFailureToReplaceLeavesTheOldOne) {
  const test::TemporaryFolder folder;
  write_checkpoint(folder.path(), 3, fill_with("old"), 0);
  const auto fail = [](const Path& into) -> FileSums { io_error("{}: full", into.string()); };
  const auto failure = test::failure_of([&] { write_checkpoint(folder.path(), 3, fail, 0); });
  test::expect_contains(failure.message, "full; ");
  test::expect_contains(failure.message, "checkpoint-3 is complete");
  EXPECT_FALSE(checkpoint_problem(folder.path() / "checkpoint-3"));
  EXPECT_EQ(read_file(folder.path() / "checkpoint-3" / "model.safetensors"), "old");
}

/// One process was taken for dead while it wrote, and another one has taken its place.
TEST(Checkpoint, TwoProcessesMayWriteTheSame) {
  const test::TemporaryFolder folder;
  const auto fill = [&](const Path& into) {
    const auto other = test::run_processes(1, [&](int64_t) {
      write_checkpoint(folder.path(), 7, fill_with("x"), 0);
      return std::string("written");
    });
    EXPECT_EQ(other[0], "written");
    return fill_with("x")(into);
  };
  write_checkpoint(folder.path(), 7, fill, 0);
  EXPECT_FALSE(checkpoint_problem(folder.path() / "checkpoint-7"));
}

TEST(Checkpoint, LeavesNothingBesideIt) {
  const test::TemporaryFolder folder;
  for (int64_t step : {1, 1, 2, 3}) write_checkpoint(folder.path(), step, fill_with("x"), 1);
  const auto entries = fs::directory_iterator(folder.path());
  EXPECT_EQ(std::distance(begin(entries), end(entries)), 1);
}

TEST(Checkpoint, FailureLeavesTheOldOnesAlone) {
  const test::TemporaryFolder folder;
  write_checkpoint(folder.path(), 1, fill_with("x"), 1);
  const auto fail = [](const Path& into) -> FileSums {
    write_file_atomically(into / "part", "half");
    io_error("{}: no space left on device", into.string());
  };
  EXPECT_THROW(write_checkpoint(folder.path(), 2, fail, 1), UserError);
  EXPECT_EQ(steps(folder.path()), std::vector<int64_t>{1});
  EXPECT_FALSE(checkpoint_problem(folder.path() / "checkpoint-1"));
}

TEST(Checkpoint, SkipsWhatIsNotWholeAndSaysWhy) {
  const test::TemporaryFolder folder;
  std::vector<std::string> warnings;
  set_log_sink([&](LogLevel, const std::string& text) { warnings.push_back(text); });
  for (int64_t step = 1; step <= 5; step++)
    write_checkpoint(folder.path(), step, fill_with("content"), 0);
  fs::remove(folder.path() / "checkpoint-5" / "complete.json");
  fs::remove(folder.path() / "checkpoint-4" / "model.safetensors");
  std::ofstream(folder.path() / "checkpoint-3" / "model.safetensors") << "c";
  std::ofstream(folder.path() / "checkpoint-2" / "model.safetensors") << "cOntent";
  const auto found = newest_checkpoint(folder.path());
  set_log_sink({});
  ASSERT_TRUE(found);
  EXPECT_EQ(found->step, 1);
  ASSERT_EQ(warnings.size(), 4u);
  EXPECT_NE(warnings[0].find("never finished"), std::string::npos) << warnings[0];
  EXPECT_NE(warnings[1].find("missing"), std::string::npos) << warnings[1];
  EXPECT_NE(warnings[2].find("bytes"), std::string::npos) << warnings[2];
  EXPECT_NE(warnings[3].find("checksum"), std::string::npos) << warnings[3];
}

TEST(Checkpoint, EachFileThatIsReadIsListed) {
  const test::TemporaryFolder folder;
  write_checkpoint(folder.path(), 4, fill_with("x"), 0);
  const Path checkpoint = folder.path() / "checkpoint-4";
  write_file_atomically(checkpoint / "notes.txt", "the best so far");
  EXPECT_FALSE(checkpoint_problem(checkpoint));
  write_file_atomically(checkpoint / "optimizer.safetensors", "of another run");
  test::expect_contains(checkpoint_problem(checkpoint).value(),
                        "complete.json does not list optimizer.safetensors");
  write_file_atomically(checkpoint / "complete.json", R"({"files": {}})");
  test::expect_contains(checkpoint_problem(checkpoint).value(), "does not list");
}

TEST(Checkpoint, ItsNameHasToBeThatOfItsStep) {
  const test::TemporaryFolder folder;
  const auto state = [](const Path& into) {
    write_file_atomically(into / kStateFile, R"({"global_step": 4})");
    return FileSums();
  };
  write_checkpoint(folder.path(), 4, state, 0);
  EXPECT_FALSE(checkpoint_problem(folder.path() / "checkpoint-4"));
  fs::rename(folder.path() / "checkpoint-4", folder.path() / "checkpoint-100000000");
  test::expect_contains(checkpoint_problem(folder.path() / "checkpoint-100000000").value(),
                        "step 4 according to its trainer_state.json; rename it to checkpoint-4");
  EXPECT_FALSE(newest_checkpoint(folder.path()));
  fs::rename(folder.path() / "checkpoint-100000000", folder.path() / "best");
  EXPECT_FALSE(checkpoint_problem(folder.path() / "best"));
  EXPECT_EQ(saved_step(folder.path() / "best"), 4);
}

TEST(Checkpoint, AStepBelowZeroIsRefused) {
  const test::TemporaryFolder folder;
  const auto state = [](const Path& into) {
    write_file_atomically(into / kStateFile, R"({"global_step": -1})");
    return FileSums();
  };
  write_checkpoint(folder.path(), 4, state, 0);
  test::expect_contains(checkpoint_problem(folder.path() / "checkpoint-4").value(),
                        "global_step is -1, expected 0 or more");
}

TEST(Checkpoint, SaysThatAnotherProgramWroteIt) {
  const test::TemporaryFolder folder;
  for (const char* name : {"config.json", "optimizer.pt", "model.safetensors"})
    write_file_atomically(folder.path() / name, "x");
  test::expect_contains(*checkpoint_problem(folder.path()),
                        "not one of Tutti's; to begin with its weights give it as "
                        "--model_name_or_path");
  write_file_atomically(folder.path() / "optimizer-00001-of-00002.safetensors", "x");
  test::expect_contains(*checkpoint_problem(folder.path()), "never finished");
}

TEST(Checkpoint, NothingToResumeInAnEmptyOrAbsentFolder) {
  const test::TemporaryFolder folder;
  EXPECT_FALSE(newest_checkpoint(folder.path()));
  EXPECT_FALSE(newest_checkpoint(folder.path() / "absent"));
}

TEST(Checkpoint, FoldersOfOtherProgramsStay) {
  const test::TemporaryFolder folder;
  fs::create_directories(folder.path() / "checkpoint-1");
  for (const int64_t step : {2, 3}) write_checkpoint(folder.path(), step, fill_with("x"), 1);
  EXPECT_EQ(steps(folder.path()), (std::vector<int64_t>{1, 3}));
  remove_checkpoints(folder.path());
  EXPECT_EQ(steps(folder.path()), std::vector<int64_t>{1});
}

TEST(Checkpoint, RemovesLeftovers) {
  const test::TemporaryFolder folder;
  fs::create_directories(folder.path() / ".unfinished-checkpoint-7");
  std::ofstream(folder.path() / ".tutti-123-0.tmp") << "x";
  remove_leftovers(folder.path());
  EXPECT_TRUE(fs::is_empty(folder.path()));
}

}  // namespace
}  // namespace tutti::train
