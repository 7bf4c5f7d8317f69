// SPDX-License-Identifier: Apache-2.0
#include "train/step_parts.h"

#include <gtest/gtest.h>

#include "small_training.h"
#include "support/temporary_folder.h"

namespace tutti::train {
namespace {

/// The steps that are measured are those of a training: they end with its state.
void expect_steps_of_a_training(const Setting& setting) {
  const test::TemporaryFolder folder;
  TrainingRun trained(setting), measured(setting);
  trained.train(folder.path());
  const StepParts parts = measure_step_parts(measured.programs(), measured.state(),
                                             measured.loader(), 1, setting.steps - 1);
  EXPECT_EQ(measured.state().hash(), trained.hash());
  for (const double seconds :
       {parts.finding, parts.micro_batch, parts.packing, parts.addition, parts.update})
    EXPECT_GT(seconds, 0);
  ASSERT_EQ(parts.final_at.size(), measured.programs().layout().sums().size());
  for (const double at : parts.final_at) EXPECT_LE(at, 1);
  EXPECT_GT(*std::max_element(parts.final_at.begin(), parts.final_at.end()), 0);
}

TEST(StepParts, AreOfTheStepsOfATraining) {
  expect_steps_of_a_training({.threads = 1, .steps = 4, .layers = 1});
}

TEST(StepParts, AreOfStepsWhoseMomentsTheHostHas) {
  expect_steps_of_a_training({.threads = 1, .steps = 4, .layers = 1, .host_optimizer = true});
}

}  // namespace
}  // namespace tutti::train
