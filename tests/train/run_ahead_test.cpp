// SPDX-License-Identifier: Apache-2.0
// A device that runs ahead of the host: what is read when, and what a warning still knows.
#include <gtest/gtest.h>

#include "ahead_backend.h"
#include "small_training.h"
#include "support/errors.h"
#include "support/log.h"
#include "support/temporary_folder.h"

namespace tutti::train {
namespace {

TEST(RunAhead, LossesAreReadWhenTheyAreLogged) {
  const test::TemporaryFolder folder;
  const Setting setting{.accumulate = 1, .logging_steps = 4};
  TrainingRun now(setting), later(std::make_unique<AheadBackend>(), setting);
  EXPECT_EQ(now.train(folder.path() / "now"), Outcome::finished);
  EXPECT_EQ(later.train(folder.path() / "later"), Outcome::finished);
  EXPECT_EQ(now.losses_known, (std::vector<size_t>{1, 2, 3, 4, 5, 6, 7, 8, 9}));
  EXPECT_EQ(later.losses_known, (std::vector<size_t>{0, 0, 4, 4, 4, 4, 8, 8, 9}));
  // While one step runs, at most one more has begun.
  EXPECT_EQ(dynamic_cast<AheadBackend&>(later.backend()).waits, 4);
  EXPECT_EQ(later.losses, now.losses);
  EXPECT_EQ(later.report, now.report);
  EXPECT_EQ(later.hash(), now.hash());
}

TEST(RunAhead, ASaveBetweenLogEntriesKeepsTheirMean) {
  const test::TemporaryFolder folder;
  const Setting setting{.accumulate = 1, .logging_steps = 5};
  TrainingRun whole(setting), first(std::make_unique<AheadBackend>(), setting);
  whole.train(folder.path() / "whole");
  ASSERT_EQ(first.train(folder.path() / "cut", 2), Outcome::stopped);
  // The step that waited at the device is done too, and saved.
  TrainingRun second(std::make_unique<AheadBackend>(), setting,
                     folder.path() / "cut" / "checkpoint-3");
  EXPECT_EQ(second.train(folder.path() / "cut"), Outcome::finished);
  EXPECT_EQ(second.report, whole.report);
  EXPECT_EQ(second.hash(), whole.hash());
}

/// Steps 0 and 1 have finite results, but parameters so large that all others have not.
Setting diverging(int64_t logging_steps) {
  Setting setting{.accumulate = 1};
  setting.steps = 4;
  setting.logging_steps = logging_steps;
  setting.rate = 1e38;
  return setting;
}

TEST(RunAhead, NamesTheStepAndTheOperationThatIsNotFinite) {
  const test::TemporaryFolder folder;
  const std::string what =
      "the first operation with a non-finite result: tutti.layer_norm at embeddings";
  {
    const test::LogRecord log;
    TrainingRun now(diverging(4));
    now.train(folder.path() / "now");
    test::expect_contains(log.text(), "step 3: the loss or a gradient is not finite; " + what);
    test::expect_contains(log.text(), "step 4: the loss or a gradient is not finite; " + what);
    EXPECT_EQ(log.text().find("found with the parameters"), std::string::npos);
  }
  const test::LogRecord log;
  TrainingRun later(std::make_unique<AheadBackend>(), diverging(4));
  later.train(folder.path() / "later");
  test::expect_contains(log.text(), "step 3: the loss or a gradient is not finite; " + what);
  test::expect_contains(log.text(), "found with the parameters of step 3");
  test::expect_contains(log.text(), "step 4: the loss or a gradient is not finite either");
}

}  // namespace
}  // namespace tutti::train
