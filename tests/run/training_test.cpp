// SPDX-License-Identifier: Apache-2.0
// A training as a value: the calls of a program that fine-tunes, against what `tutti` writes.
#include "run/training.h"

#include <gtest/gtest.h>

#include "app/small_models.h"
#include "support/errors.h"
#include "support/temporary_folder.h"

namespace tutti::run {
namespace {

TrainSettings quickstart(const Path& output) {
  TrainSettings settings;
  settings.model_name_or_path = (test::quickstart_folder() / "tiny_bert").string();
  settings.train_file = (test::quickstart_folder() / "train.json").string();
  settings.validation_file = (test::quickstart_folder() / "dev.json").string();
  settings.allow_missing_tensors = true;
  settings.do_train = settings.do_eval = true;
  settings.max_steps = 3;
  settings.logging_steps = 1;
  settings.output_dir = output.string();
  return settings;
}

std::string model_of(const Path& folder) {
  return read_file(folder / "model.safetensors");
}

TEST(Training, WritesWhatTheProgramWrites) {
  const test::TemporaryFolder folder;
  Training training(quickstart(folder.path() / "library"));
  EXPECT_EQ(training.train(), train::Outcome::finished);
  EXPECT_TRUE(training.evaluate());
  training.finish();
  const auto run = test::run_tutti(test::train_quickstart_words(
      folder.path() / "program",
      "--max_steps 3 --logging_steps 1 --threads 1 --do_eval --validation_file " +
          (test::quickstart_folder() / "dev.json").string()));
  ASSERT_EQ(run.code, 0) << run.err;
  EXPECT_EQ(model_of(folder.path() / "library"), model_of(folder.path() / "program"));
  EXPECT_EQ(read_file(folder.path() / "library" / "eval_predictions.json"),
            read_file(folder.path() / "program" / "eval_predictions.json"));
  EXPECT_TRUE(training.results().contains("eval_f1"));
}

TEST(Training, TellsItsPlanAndItsSteps) {
  const test::TemporaryFolder folder;
  std::vector<int64_t> steps;
  std::vector<double> losses;
  TrainingHooks hooks;
  hooks.on_step = [&](int64_t step) { steps.push_back(step); };
  hooks.on_log = [&](const train::LogEntry& entry) { losses.push_back(entry.loss); };
  Training training(quickstart(folder.path() / "out"), {}, hooks);
  const TrainingPlan plan = training.plan();
  EXPECT_EQ(plan.total_steps, 3);
  EXPECT_EQ(plan.batch, 8);
  EXPECT_EQ(plan.micro_batches, 1);
  EXPECT_GT(plan.memory.step, 0);
  EXPECT_TRUE(steps.empty());
  training.train();
  EXPECT_EQ(steps, (std::vector<int64_t>{1, 2, 3}));
  EXPECT_EQ(losses.size(), 3U);
}

TEST(Training, StopsAfterTheStepThatRuns) {
  const test::TemporaryFolder folder;
  train::StopFlag stop{0};
  TrainingHooks hooks;
  hooks.stop = &stop;
  hooks.on_step = [&](int64_t step) {
    if (step == 1) stop = 1;
  };
  TrainSettings settings = quickstart(folder.path() / "out");
  {
    Training training(settings, {}, hooks);
    EXPECT_EQ(training.train(), train::Outcome::stopped);
    training.finish();
  }
  EXPECT_FALSE(std::filesystem::exists(folder.path() / "out" / "model.safetensors"));
  stop = 0;
  hooks.on_step = {};
  settings.resume_from_checkpoint = "auto";
  Training resumed(settings, {}, hooks);
  EXPECT_EQ(resumed.train(), train::Outcome::finished);
  Training whole(quickstart(folder.path() / "whole"));
  whole.train();
  EXPECT_EQ(model_of(folder.path() / "out"), model_of(folder.path() / "whole"));
}

TEST(Training, AnswersAndSavesAsItIsNow) {
  const test::TemporaryFolder folder;
  Training training(quickstart(folder.path() / "out"));
  training.train();
  const task::Answer answer = training.predict(
      {{"question", "Where is the tower?"}, {"context", "The tower is in Paris, on a hill."}}, 2);
  const auto& answers = answer.json.at("answers");
  ASSERT_EQ(answers.size(), 2U);
  EXPECT_GE(answers[0].at("score").get<double>(), answers[1].at("score").get<double>());
  training.save(folder.path() / "saved");
  EXPECT_EQ(model_of(folder.path() / "saved"), model_of(folder.path() / "out"));
  test::expect_contains(test::failure_of([&] {
                          training.predict({{"colour", "red"}});
                        }).message,
                        "found an input \"colour\"");
}

TEST(Training, AnswersWithoutHavingTrained) {
  const test::TemporaryFolder folder;
  TrainSettings settings = quickstart(folder.path() / "out");
  settings.do_train = false;
  settings.train_file.clear();
  settings.max_eval_samples = 4;
  Training evaluation(settings);
  EXPECT_TRUE(evaluation.evaluate());
  const task::Answer answer = evaluation.predict(
      {{"question", "Where is the tower?"}, {"context", "The tower is in Paris, on a hill."}}, 1);
  EXPECT_EQ(answer.json.at("answers").size(), 1U);
}

TEST(Training, TellsTheEndOfStepsOnce) {
  const test::TemporaryFolder folder;
  int ends = 0;
  TrainingHooks hooks;
  hooks.on_steps_end = [&] { ends++; };
  Training training(quickstart(folder.path() / "out"), {}, hooks);
  training.train();
  EXPECT_EQ(ends, 1);
}

TEST(Training, RefusesAsTheProgramDoes) {
  const auto failure = test::failure_of([] { Training{TrainSettings()}; });
  EXPECT_EQ(failure.code, ExitCode::usage);
  test::expect_contains(failure.message, "--model_name_or_path is missing");
  TrainSettings settings = quickstart("out");
  settings.backend = "pjrt=cuda";
  test::expect_contains(test::failure_of([&] { Training training(settings); }).message,
                        "Context::program");
}

}  // namespace
}  // namespace tutti::run
