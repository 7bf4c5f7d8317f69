// SPDX-License-Identifier: Apache-2.0
// Checkpoints of which each process writes a part, read by any number of processes.
#include <gtest/gtest.h>

#include <future>

#include "comm/local_transport.h"
#include "format/sharded.h"
#include "small_training.h"
#include "support/errors.h"
#include "support/processes.h"
#include "support/temporary_folder.h"
#include "train/checkpoint.h"

namespace tutti::train {
namespace {

using test::TemporaryFolder;

Setting eighths() {
  Setting setting{.threads = 1, .batch = 2, .accumulate = 8, .layers = 1};
  setting.steps = 6;
  setting.save_steps = 2;
  return setting;
}

/// What several processes are and do, each with a training of its own.
using OfRun = std::function<void(TrainingRun& run, comm::Communicator& communicator)>;

/// Trains with so many processes that write into `output`, from a checkpoint if one is given, and
/// returns the hashes of their states, or what they threw.
std::vector<std::string> train_with(int64_t ranks, const Path& output, const Path& from = {},
                                    const OfRun& prepare = {}, int64_t stop_after = -1) {
  auto transports = comm::local_transports(static_cast<int>(ranks));
  return test::run_threads(ranks, [&](int64_t rank) {
    comm::Communicator communicator(std::move(transports[static_cast<size_t>(rank)]), rank, ranks,
                                    60);
    Processes processes(communicator, comm::even_shares(8, ranks));
    TrainingRun run(eighths(), from);
    run.processes = &processes;
    run.save_sharded = true;
    if (prepare) prepare(run, communicator);
    try {
      run.train(output, stop_after);
      communicator.finish();
    } catch (const std::exception& error) {
      communicator.give_up(error.what());
      throw;
    }
    return run.hash();
  });
}

/// Every tensor of a checkpoint's optimizer, whichever files have them.
std::map<std::string, std::vector<std::byte>> optimizer_of(const Path& folder) {
  const format::ShardedTensors files(folder, "optimizer");
  std::map<std::string, std::vector<std::byte>> tensors;
  for (const format::TensorInfo& info : files.tensors()) {
    std::vector<std::byte>& bytes = tensors[info.name];
    bytes.resize(info.bytes());
    files.read(info, bytes);
  }
  return tensors;
}

TEST(ShardedCheckpoint, IsThatOfOneProcess) {
  const TemporaryFolder folder;
  TrainingRun one(eighths());
  one.train(folder.path() / "one");
  for (const int64_t ranks : {2, 3, 8}) {
    const Path output = folder.path() / std::to_string(ranks);
    EXPECT_EQ(train_with(ranks, output), std::vector(static_cast<size_t>(ranks), one.hash()));
    for (const char* name : {"checkpoint-2", "checkpoint-4", "checkpoint-6"}) {
      EXPECT_EQ(checkpoint_problem(output / name), std::nullopt);
      EXPECT_EQ(read_file(output / name / "model.safetensors"),
                read_file(folder.path() / "one" / name / "model.safetensors"));
      EXPECT_EQ(optimizer_of(output / name), optimizer_of(folder.path() / "one" / name));
    }
  }
}

/// The model and all parts have about as many bytes: each has a third of them.
TEST(ShardedCheckpoint, IsCutIntoEqualParts) {
  const TemporaryFolder folder;
  train_with(3, folder.path());
  const Path last = folder.path() / "checkpoint-6";
  const auto bytes = [&](const std::string& name) {
    return static_cast<double>(std::filesystem::file_size(last / name));
  };
  const double model = bytes("model.safetensors");
  EXPECT_NEAR(bytes("optimizer-00002-of-00003.safetensors") / model, 1, 0.3);
  EXPECT_NEAR(bytes("optimizer-00003-of-00003.safetensors") / model, 1, 0.3);
  EXPECT_FALSE(std::filesystem::exists(last / "optimizer.safetensors"));
}

TEST(ShardedCheckpoint, GoesOnWithAnyNumberOfProcesses) {
  const TemporaryFolder folder;
  TrainingRun whole(eighths());
  whole.train(folder.path() / "whole");
  TrainingRun begun(eighths());
  begun.train(folder.path() / "one", /*stop_after=*/1);
  const OfRun resumes = [](TrainingRun& run, comm::Communicator&) { run.resumed = true; };
  train_with(3, folder.path() / "three", newest_checkpoint(folder.path() / "one")->folder, resumes,
             /*stop_after=*/3);
  const auto of_three = newest_checkpoint(folder.path() / "three");
  ASSERT_TRUE(of_three);
  EXPECT_EQ(of_three->step, 4);  // a signal is heard of in the step after it
  EXPECT_TRUE(std::filesystem::exists(of_three->folder / "optimizer-00003-of-00003.safetensors"));
  EXPECT_EQ(train_with(2, folder.path() / "two", of_three->folder, resumes),
            std::vector(2, whole.hash()));
  const auto last = newest_checkpoint(folder.path() / "two");
  ASSERT_TRUE(last);
  EXPECT_EQ(TrainingRun(eighths(), last->folder).hash(), whole.hash());
}

/// The second process dies while the first one writes its part of a checkpoint.
TEST(ShardedCheckpoint, StaysIncompleteWhereAProcessDies) {
  const TemporaryFolder folder;
  std::promise<void> died;
  const auto death = died.get_future().share();
  const auto found =
      train_with(2, folder.path(), {}, [&](TrainingRun& run, comm::Communicator& communicator) {
        run.write_extra_files = [&](const Path& into) {
          if (into.filename().string().ends_with("checkpoint-4")) death.wait();
        };
        if (communicator.rank() == 0) return;
        run.on_step = [&](int64_t step) {
          if (step != 5) return;
          communicator.give_up("it is killed");
          died.set_value();
          throw UserError(ExitCode::io, "killed");
        };
      });
  test::expect_contains(found[0], "rank 1");
  EXPECT_EQ(found[1], "error: killed");
  ASSERT_TRUE(newest_checkpoint(folder.path()));
  EXPECT_EQ(newest_checkpoint(folder.path())->step, 2);
}

TEST(ShardedCheckpoint, NeedsAFolderThatAllSee) {
  const TemporaryFolder folder;
  auto transports = comm::local_transports(2);
  const auto found = test::run_threads(2, [&](int64_t rank) -> std::string {
    comm::Communicator communicator(std::move(transports[static_cast<size_t>(rank)]), rank, 2, 60);
    Processes processes(communicator, {1, 1});
    processes.expect_shared_folder(folder.path());
    processes.expect_shared_folder(folder.path() / "absent");
    return "";
  });
  for (const std::string& one : found)
    test::expect_contains(one, "--save_sharded: rank 0 and rank 1 cannot access");
}

}  // namespace
}  // namespace tutti::train
