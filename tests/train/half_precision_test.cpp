// SPDX-License-Identifier: Apache-2.0
// Trainings in float16 with loss scaling: their bits, what is left out, and their memory.
#include <gtest/gtest.h>

#include "model/model.h"
#include "small_training.h"
#include "support/log.h"
#include "support/temporary_folder.h"
#include "task/causal/objective.h"
#include "train/checkpoint.h"

namespace tutti::train {
namespace {

/// Begins so high that the first steps are left out, and grows soon.
Setting scaled() {
  return {.fp16 = true, .loss_scale = {.first = 0x1p24, .growth_interval = 3}};
}

double scale_of(TrainingRun& run) {
  const size_t i = run.state().layout().loss_scale();
  return run.backend().download(run.state().buffers()[i]).float_at(0);
}

TEST(HalfPrecision, KeepsItsBitsOnAnyNumberOfThreadsAndAfterAResume) {
  const test::TemporaryFolder folder;
  const test::LogRecord log;
  TrainingRun whole(scaled());
  ASSERT_EQ(whole.train(folder.path() / "whole"), Outcome::finished);
  EXPECT_GT(whole.report["steps_left_out"], 0);
  EXPECT_LT(whole.report["steps_left_out"], 9);
  EXPECT_EQ(log.text().find("not finite"), std::string::npos) << log.text();
  Setting one = scaled();
  one.threads = 1;
  TrainingRun alone(one);
  alone.train(folder.path() / "alone");
  EXPECT_EQ(alone.hash(), whole.hash());
  for (const int64_t stop_after : {1, 4, 7}) {
    const Path output = folder.path() / std::to_string(stop_after);
    ASSERT_EQ(TrainingRun(scaled()).train(output, stop_after), Outcome::stopped);
    TrainingRun second(scaled(), newest_checkpoint(output)->folder);
    ASSERT_EQ(second.train(output), Outcome::finished);
    EXPECT_EQ(second.hash(), whole.hash()) << stop_after;
    // As text: a norm that is not finite is not equal to itself.
    EXPECT_EQ(second.report["log_history"].dump(), whole.report["log_history"].dump());
  }
}

TEST(HalfPrecision, LosesLittleOfFloat32) {
  const test::TemporaryFolder folder;
  Setting setting = {.steps = 30, .save_steps = 0};
  TrainingRun wide(setting);
  wide.train(folder.path() / "wide");
  setting.fp16 = true;
  setting.loss_scale.first = 1024;  // no step is left out
  TrainingRun half(setting);
  half.train(folder.path() / "half");
  EXPECT_EQ(half.report["steps_left_out"], 0);
  ASSERT_EQ(half.losses.size(), wide.losses.size());
  for (size_t i = 0; i < wide.losses.size(); i++)
    EXPECT_NEAR(half.losses[i], wide.losses[i], 0.02 * wide.losses[i]) << i;
}

TEST(HalfPrecision, GoesOnFromACheckpointWithoutLossScaling) {
  const test::TemporaryFolder folder;
  ASSERT_EQ(TrainingRun({}).train(folder.path(), 4), Outcome::stopped);
  TrainingRun half({.fp16 = true}, newest_checkpoint(folder.path())->folder);
  const step::StateLayout& layout = half.state().layout();
  const auto whole = [&](size_t i) {
    return half.backend().download(half.state().buffers()[i]).int_at(0);
  };
  EXPECT_EQ(whole(layout.updates()), 4);
  EXPECT_EQ(whole(layout.step()), 4);
  EXPECT_EQ(whole(layout.growth_tracker()), 0);
  EXPECT_EQ(scale_of(half), 65536);
  EXPECT_EQ(half.train(folder.path()), Outcome::finished);
}

/// The bytes that a step keeps besides parameters, moments and their gradients, which stay float32:
/// those that grow with the batch.
int64_t activation_bytes(TrainingRun& run) {
  const auto temporaries = [&](int64_t length) {
    return run.programs().get("gradients", {1, length, length / 32}).memory().temporaries;
  };
  return temporaries(8192) - temporaries(4096);
}

TEST(HalfPrecision, HalvesActivations) {
  TrainingRun wide({.layers = 12}), half({.layers = 12, .fp16 = true}),
      bfloat({.bf16 = true, .layers = 12});
  const auto whole = static_cast<double>(activation_bytes(wide));
  EXPECT_LE(static_cast<double>(activation_bytes(half)), 0.55 * whole);
  EXPECT_LE(static_cast<double>(activation_bytes(bfloat)), 0.55 * whole);
}

/// The same of a small ResNet-BK, whose experts, gates and residual sums are float32.
int64_t activation_bytes_of_resnet_bk(pass::Precision precision) {
  const nlohmann::json config = {
      {"model_type", "resnet_bk"},    {"vocab_size", 64}, {"hidden_size", 64},
      {"num_hidden_layers", 8},       {"num_experts", 4}, {"num_experts_per_tok", 1},
      {"max_position_embeddings", 64}};
  const task::Objective objective = task::causal::next_token(model::open_model(config, "config"));
  step::StepOptions options;
  options.schedule = {step::Schedule::Kind::constant, 1e-3, 0, 0};
  options.precision = precision;
  if (precision == pass::Precision::fp16) options.loss_scale.emplace();
  backend::CpuBackend backend({2, 0, {}});
  Programs programs(backend, objective, options);
  const auto temporaries = [&](int64_t rows) {
    return programs.get("gradients", {rows, 64, rows}).memory().temporaries;
  };
  return temporaries(256) - temporaries(128);
}

TEST(HalfPrecision, HalvesActivationsOfResNetBk) {
  const auto whole = static_cast<double>(activation_bytes_of_resnet_bk(pass::Precision::f32));
  for (const pass::Precision precision : {pass::Precision::bf16, pass::Precision::fp16})
    EXPECT_LE(static_cast<double>(activation_bytes_of_resnet_bk(precision)), 0.55 * whole)
        << pass::name_of(precision);
}

}  // namespace
}  // namespace tutti::train
