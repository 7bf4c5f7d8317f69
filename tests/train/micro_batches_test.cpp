// SPDX-License-Identifier: Apache-2.0
// Micro-batches that become smaller in the middle of a training.
#include <gtest/gtest.h>

#include "ahead_backend.h"
#include "small_training.h"
#include "support/errors.h"
#include "support/temporary_folder.h"

namespace tutti::train {
namespace {

constexpr int64_t kFallsAt = 3;  // steps done before the memory falls

Setting cut_into(int64_t batch) {
  return {.batch = batch, .accumulate = 12 / batch, .steps = 7, .logging_steps = 1};
}

/// A training that had micro-batches of 6, and goes on from its checkpoint with those of 3.
std::string hash_of_resumed(const Path& folder) {
  TrainingRun first(cut_into(6));
  EXPECT_EQ(first.train(folder, kFallsAt), Outcome::stopped);
  TrainingRun second(cut_into(3), folder / fmt::format("checkpoint-{}", kFallsAt));
  EXPECT_EQ(second.train(folder), Outcome::finished);
  return second.hash();
}

/// The memory of an accelerator: it has no room for gradients of large batches any more, and says
/// so only when somebody waits for them.
class FallingBackend final : public AheadBackend {
 public:
  void wait(const backend::Buffer&) override {
    if (std::exchange(fails_next, false))
      throw UserError(ExitCode::out_of_memory, "RESOURCE_EXHAUSTED: no 2 MiB left");
  }

  bool fails_next = false;
};

TEST(MicroBatches, ThatBecomeSmallerGiveTheBitsOfARunThatAskedForThem) {
  const test::TemporaryFolder folder;
  const std::string expected = hash_of_resumed(folder.path() / "resumed");
  TrainingRun run(cut_into(6));
  run.fit_batches = [&](int64_t step, const std::string& lack) {
    EXPECT_EQ(lack, "");
    if (step != kFallsAt) return false;
    run.programs().forget();
    run.loader().cut(3, 4, run.loader().options().layout);
    return true;
  };
  EXPECT_EQ(run.train(folder.path() / "adapted"), Outcome::finished);
  EXPECT_EQ(run.hash(), expected);
  TrainingRun large(cut_into(6));
  large.train(folder.path() / "large");
  EXPECT_NE(large.hash(), expected);  // the test would see a run that did not adapt
}

TEST(MicroBatches, AStepThatHadNoRoomIsDoneAgainInSmallerOnes) {
  const test::TemporaryFolder folder;
  const std::string expected = hash_of_resumed(folder.path() / "resumed");
  // With one micro-batch, too, the state is still there after the failure.
  for (const int64_t batch : {6, 12}) {
    auto device = std::make_unique<FallingBackend>();
    FallingBackend& falling = *device;
    TrainingRun run(std::move(device), cut_into(batch));
    std::vector<std::string> told;
    run.fit_batches = [&](int64_t step, const std::string& lack) {
      falling.fails_next = step == kFallsAt && lack.empty();
      if (lack.empty()) return false;
      told.push_back(fmt::format("{}: {}", step, lack));
      run.loader().cut(3, 4, run.loader().options().layout);
      return true;
    };
    EXPECT_EQ(run.train(folder.path() / std::to_string(batch)), Outcome::finished);
    EXPECT_EQ(told, std::vector<std::string>{"3: RESOURCE_EXHAUSTED: no 2 MiB left"});
    EXPECT_EQ(run.losses.size(), 7u);
    if (batch == 6) {
      EXPECT_EQ(run.hash(), expected);
    }
  }
}

TEST(MicroBatches, ARunThatCannotGoOnSaysWhatTheDeviceSaid) {
  const test::TemporaryFolder folder;
  auto device = std::make_unique<FallingBackend>();
  FallingBackend& falling = *device;
  TrainingRun run(std::move(device), cut_into(6));
  run.fit_batches = [&](int64_t step, const std::string&) {
    falling.fails_next = step == kFallsAt;
    return false;
  };
  const auto failure = test::failure_of([&] { run.train(folder.path() / "out"); });
  EXPECT_EQ(failure.code, ExitCode::out_of_memory);
  EXPECT_NE(failure.message.find("no 2 MiB left"), std::string::npos) << failure.message;
}

}  // namespace
}  // namespace tutti::train
