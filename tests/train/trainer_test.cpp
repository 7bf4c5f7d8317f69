// SPDX-License-Identifier: Apache-2.0
// The promises of a training run: the same bits again, on any number of threads, and after a
// resume.
#include "train/trainer.h"

#include <gtest/gtest.h>

#include "small_training.h"
#include "support/errors.h"
#include "support/log.h"
#include "support/temporary_folder.h"
#include "train/checkpoint.h"

namespace tutti::train {
namespace {

class TrainerBits : public testing::TestWithParam<bool> {};

TEST_P(TrainerBits, AreTheSameAgainAndOnAnyNumberOfThreads) {
  const test::TemporaryFolder folder;
  std::vector<std::string> hashes;
  for (int threads : {2, 2, 1, 3}) {
    TrainingRun run({.threads = threads, .bf16 = GetParam()});
    run.train(folder.path() / std::to_string(hashes.size()));
    hashes.push_back(run.hash());
  }
  for (const std::string& hash : hashes) EXPECT_EQ(hash, hashes[0]);
}

TEST_P(TrainerBits, AreThoseOfARunThatWasNeverStopped) {
  const test::TemporaryFolder folder;
  TrainingRun whole({.bf16 = GetParam()});
  EXPECT_EQ(whole.train(folder.path() / "whole"), Outcome::finished);
  for (int64_t stop_after : {1, 3, 5, 8}) {
    const Path output = folder.path() / std::to_string(stop_after);
    TrainingRun first({.bf16 = GetParam()});
    ASSERT_EQ(first.train(output, stop_after), Outcome::stopped);
    const auto found = newest_checkpoint(output);
    ASSERT_TRUE(found);
    EXPECT_EQ(found->step, stop_after);
    TrainingRun second({.bf16 = GetParam()}, found->folder);
    EXPECT_EQ(second.train(output), Outcome::finished);
    EXPECT_EQ(second.hash(), whole.hash()) << stop_after;
    EXPECT_EQ(second.report["log_history"], whole.report["log_history"]) << stop_after;
  }
}

TEST_P(TrainerBits, OfWhatIsNotTrainedStay) {
  const test::TemporaryFolder folder;
  const Setting setting = {.bf16 = GetParam(), .frozen = "bert."};
  TrainingRun whole(setting);
  const std::vector<ir::Tensor> before = whole.parameters();
  ASSERT_EQ(whole.train(folder.path() / "whole"), Outcome::finished);
  const std::vector<ir::Tensor> after = whole.parameters();
  for (size_t i = 0; i < before.size(); i++)
    EXPECT_EQ(before[i] == after[i], whole.parameter_name(i).starts_with("bert."))
        << whole.parameter_name(i);
  const Path stopped = folder.path() / "stopped";
  TrainingRun first(setting);
  ASSERT_EQ(first.train(stopped, 5), Outcome::stopped);
  TrainingRun second(setting, newest_checkpoint(stopped)->folder);
  EXPECT_EQ(second.train(stopped), Outcome::finished);
  EXPECT_EQ(second.hash(), whole.hash());
}

INSTANTIATE_TEST_SUITE_P(Precision, TrainerBits, testing::Values(false, true),
                         [](const auto& given) { return given.param ? "Bf16" : "Float32"; });

TEST(Trainer, RefusesToResumeInAnotherOrder) {
  const test::TemporaryFolder folder;
  TrainingRun first({.batch = 4, .accumulate = 2});
  ASSERT_EQ(first.train(folder.path(), 2), Outcome::stopped);
  const Path saved = folder.path() / "checkpoint-2";
  TrainingRun other({.batch = 4, .accumulate = 3}, saved);
  const auto failure = test::failure_of([&] { other.train(folder.path()); });
  test::expect_contains(failure.message, "data_order.features_per_step is 8");
  test::expect_contains(failure.message, "this run's is 12");
  TrainingRun elsewhere({.batch = 4, .accumulate = 2, .data = "others"}, saved);
  test::expect_contains(test::failure_of([&] { elsewhere.train(folder.path()); }).message,
                        "data_order.data is \"sequences\"");
  TrainingRun same({.batch = 8, .accumulate = 1}, saved);  // the same features a step
  EXPECT_EQ(same.train(folder.path()), Outcome::finished);
}

TEST(Trainer, ResumingIntoAnotherModelIsRefused) {
  const test::TemporaryFolder folder;
  TrainingRun two_layers({});
  ASSERT_EQ(two_layers.train(folder.path(), 2), Outcome::stopped);
  const auto failure = test::failure_of(
      [&] { TrainingRun one_layer({.layers = 1}, folder.path() / "checkpoint-2"); });
  test::expect_contains(failure.message, "is of another model");
}

TEST(Trainer, ResumingWithOtherSettingsIsWarnedOf) {
  const test::TemporaryFolder folder;
  TrainingRun first({});
  ASSERT_EQ(first.train(folder.path(), 2), Outcome::stopped);
  const test::LogRecord log;
  TrainingRun faster({.rate = 2e-3}, folder.path() / "checkpoint-2");
  EXPECT_EQ(faster.train(folder.path()), Outcome::finished);
  test::expect_contains(log.text(), "learning_rate is 0.002, but was 0.001");
}

// Sums that cancel, but overflow on the way.
TEST(Trainer, NamesTheOperationThatOverflowsOnTheDevice) {
  for (const bool bf16 : {false, true}) {
    const test::TemporaryFolder folder;
    TrainingRun run({.bf16 = bf16, .steps = 2});
    run.fill("bert.encoder.layer.1.intermediate.dense.weight", 1e38);
    const test::LogRecord log;
    run.train(folder.path());
    test::expect_contains(log.text(),
                          "step 1: the loss or a gradient is not finite; the first operation with "
                          "a non-finite result: ");
    test::expect_contains(log.text(), " at encoder.layer.1.feed_forward");
    EXPECT_EQ(run.report["steps_left_out"], 2);
    EXPECT_EQ(run.report["total_loss"], 0);
  }
}

TEST(Trainer, EndsWhereManyStepsInTurnAreNotFinite) {
  const test::TemporaryFolder folder;
  TrainingRun run({.steps = 20, .logging_steps = 1});
  run.fill("bert.encoder.layer.1.intermediate.dense.weight", 1e38);
  const auto failure = test::failure_of([&] { run.train(folder.path()); });
  test::expect_contains(failure.message, "the training ends at step 10: for 10 consecutive steps");
  test::expect_contains(failure.message, "Lower --learning_rate");
}

std::vector<int64_t> evaluated_steps(const nlohmann::json& report) {
  std::vector<int64_t> steps;
  for (const auto& entry : report["log_history"])
    if (entry.contains("eval_f1")) steps.push_back(entry["step"]);
  return steps;
}

TEST(Trainer, EvaluatesAsOftenAsAskedAndAtTheEnd) {
  const test::TemporaryFolder folder;
  TrainingRun run({});
  run.evaluate_steps = 4;
  run.train(folder.path());
  EXPECT_EQ(evaluated_steps(run.report), (std::vector<int64_t>{4, 8, 9}));
}

TEST(Trainer, AnEvaluationThatWasStoppedIsMadeAfterTheResume) {
  const test::TemporaryFolder folder;
  TrainingRun whole({});
  whole.evaluate_steps = 4;
  whole.train(folder.path() / "whole");
  TrainingRun first({});
  first.evaluate_steps = 4;
  first.stop_in_evaluation = 2;
  EXPECT_EQ(first.train(folder.path() / "cut"), Outcome::stopped);
  EXPECT_EQ(evaluated_steps(first.report), std::vector<int64_t>{4});
  TrainingRun second({}, folder.path() / "cut" / "checkpoint-8");
  second.evaluate_steps = 4;
  EXPECT_EQ(second.train(folder.path() / "cut"), Outcome::finished);
  EXPECT_EQ(second.report, whole.report);
}

TEST(Trainer, AccumulationWeighsSamplesExactly) {
  const test::TemporaryFolder folder;
  // 4 x 4 and 16 are the same mathematics; the last step of an epoch of 40 has 8 features.
  TrainingRun one({.batch = 16, .accumulate = 1, .dropout = false});
  TrainingRun four({.batch = 4, .accumulate = 4, .dropout = false});
  one.train(folder.path() / "one");
  four.train(folder.path() / "four");
  ASSERT_EQ(one.losses.size(), four.losses.size());
  for (size_t i = 0; i < one.losses.size(); i++)
    EXPECT_NEAR(one.losses[i], four.losses[i], 2e-5 * one.losses[i]) << i;
}

TEST(Trainer, PackingChangesNothingButRounding) {
  const test::TemporaryFolder folder;
  TrainingRun packed({.batch = 8, .accumulate = 1});
  TrainingRun rows(
      {.batch = 8, .accumulate = 1, .layout = {data::Layout::Kind::fixed_rows, 64, {}}});
  packed.train(folder.path() / "packed");
  rows.train(folder.path() / "rows");
  for (size_t i = 0; i < packed.losses.size(); i++)
    EXPECT_NEAR(packed.losses[i], rows.losses[i], 2e-5 * packed.losses[i]) << i;
}

TEST(Trainer, LearnsWhereTheAnswerIs) {
  const test::TemporaryFolder folder;
  TrainingRun run({.batch = 8, .accumulate = 1});
  run.train(folder.path());
  EXPECT_LT(run.losses.back(), run.losses.front() - 0.05);
}

}  // namespace
}  // namespace tutti::train
