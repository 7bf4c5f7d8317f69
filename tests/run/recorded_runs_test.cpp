// SPDX-License-Identifier: Apache-2.0
#include "run/recorded_runs.h"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "app/small_models.h"
#include "format/json.h"
#include "support/errors.h"

namespace tutti::test {
namespace {

using Words = std::vector<std::string>;

Outcome run_on_small_bert(const std::string& command, Words more) {
  Words words = {command,
                 "--model_name_or_path",
                 (quickstart_folder() / "tiny_bert").string(),
                 "--train_file",
                 (quickstart_folder() / "train.json").string(),
                 "--do_train",
                 "--allow_missing_tensors"};
  words.insert(words.end(), more.begin(), more.end());
  return run_tutti(words);
}

Path train_in(const Path& folder, const Words& more) {
  Words words = {"--output_dir",
                 folder.string(),
                 "--save_strategy",
                 "no",
                 "--quiet",
                 "--logging_steps",
                 "1",
                 "--max_steps",
                 "3"};
  words.insert(words.end(), more.begin(), more.end());
  const Outcome run = run_on_small_bert("train", words);
  EXPECT_EQ(run.code, 0) << run.err;
  return folder;
}

TEST(RecordedRuns, TellTheTimeOfAnotherTraining) {
  const TemporaryFolder folder;
  const Path small = train_in(folder.path() / "small", {"--per_device_train_batch_size", "2"});
  const Path large = train_in(folder.path() / "large", {"--per_device_train_batch_size", "16"});
  const Words estimated = {"--measured_steps",
                           "0",
                           "--max_steps",
                           "50",
                           "--json",
                           "--per_device_train_batch_size",
                           "16"};
  const auto estimate = [&](const std::string& runs) {
    Words words = estimated;
    words.insert(words.end(), {"--recorded_runs", runs});
    const Outcome run = run_on_small_bert("estimate", words);
    EXPECT_EQ(run.code, 0) << run.err;
    return format::parse_json(run.out, "estimate");
  };
  const nlohmann::json both = estimate(small.string() + "," + large.string());
  ASSERT_EQ(both["recorded"].size(), 1u);
  EXPECT_EQ(both["recorded"][0]["device"], both["device"]);
  EXPECT_EQ(both["recorded"][0]["runs"], 2);
  const nlohmann::json& time = both["recorded"][0]["time"];
  EXPECT_DOUBLE_EQ(time["run_seconds"].get<double>(), 50 * time["step_seconds"].get<double>());
  // Of one run: as many FLOPs take as long.
  const nlohmann::json results = format::read_json(large / "train_results.json");
  const run::RecordedRun recorded = run::read_recorded_runs(large.string())[0];
  EXPECT_EQ(recorded.flops, results["step_flops"].get<double>());
  EXPECT_GT(recorded.flops, 0);
  // A parameter of float32 is read and written seven times in all with its gradient and moments.
  const auto parameters = std::filesystem::file_size(large / "model.safetensors");
  EXPECT_NEAR(recorded.update_bytes / 7 / static_cast<double>(parameters), 1, 0.05);
  const double step = estimate(large.string())["recorded"][0]["time"]["step_seconds"].get<double>();
  EXPECT_NEAR(step / recorded.seconds, 1, 0.1);  // both are means of other batches of 16
}

TEST(RecordedRuns, ThatAreNotOnesAreRefused) {
  const TemporaryFolder folder;
  const auto error = [&](const std::string& runs, const Words& more = {}) {
    Words words = {"--measured_steps", "0", "--recorded_runs", runs};
    words.insert(words.end(), more.begin(), more.end());
    const Outcome run = run_on_small_bert("estimate", words);
    EXPECT_NE(run.code, 0);
    EXPECT_NE(run.code, 1);
    return run.err;
  };
  expect_contains(error((folder.path() / "none").string()), "none/run.json");
  const Path one = train_in(folder.path() / "one", {"--max_steps", "1"});
  expect_contains(error(one.string()), "fewer than two lines of steps");
  const Path run = train_in(folder.path() / "run", {"--precision", "f32"});
  expect_contains(error(run.string(), {"--precision", "bf16"}),
                  "they are in f32, but this training is in bf16");
  write_file_atomically(run / "train_results.json", "{}");
  expect_contains(error(run.string()), "step_flops");
}

}  // namespace
}  // namespace tutti::test

namespace tutti::run {
namespace {

TEST(RecordedRuns, AreFittedByALine) {
  // 2 s a GFLOP and 3 s a GB.
  const std::vector<RecordedRun> exact = {{"d", "f32", 1e9, 1e9, 5}, {"d", "f32", 4e9, 1e9, 11}};
  const StepTime time = fit_step_time(exact);
  EXPECT_NEAR(time.seconds(10e9, 2e9), 26, 1e-9);
  EXPECT_NEAR(fit_step_time(std::span(exact).first(1)).seconds(2e9, 7e9), 10, 1e-9);
  // More products in less time: no slope may be below 0.
  const std::vector<RecordedRun> odd = {{"d", "f32", 1e9, 1e9, 1}, {"d", "f32", 1e9, 2e9, 0.5}};
  EXPECT_EQ(fit_step_time(odd).byte_seconds, 0);
  EXPECT_GT(fit_step_time(odd).flop_seconds, 0);
  const std::vector<RecordedRun> other = {{"d", "f32", 1e9, 1e9, 1}, {"d", "f32", 2e9, 1e9, 0.5}};
  EXPECT_EQ(fit_step_time(other).flop_seconds, 0);
  EXPECT_GT(fit_step_time(other).byte_seconds, 0);
}

TEST(RecordedRuns, AByteTakesNoLongerThanItMay) {
  // Of runs that take 2 s a GFLOP and 3 s a GB, where a GB takes 1 s at most.
  const std::vector<RecordedRun> runs = {{"d", "f32", 1e9, 1e9, 5}, {"d", "f32", 4e9, 1e9, 11}};
  const StepTime bounded = fit_step_time(runs, 1e-9);
  EXPECT_DOUBLE_EQ(bounded.byte_seconds, 1e-9);
  // The products' slope a that makes (a / 5 + 1 / 5 - 1)^2 + (4 a / 11 + 1 / 11 - 1)^2 least.
  EXPECT_NEAR(bounded.flop_seconds * 1e9, (4.0 / 25 + 40.0 / 121) / (1.0 / 25 + 16.0 / 121), 1e-9);
  EXPECT_EQ(fit_step_time(runs, 4e-9).byte_seconds, fit_step_time(runs).byte_seconds);
}

TEST(RecordedRuns, KnowADeviceOfTheList) {
  DeviceSpec device;
  device.name = "nvidia-a100-40gb";
  EXPECT_TRUE(is_device("NVIDIA A100-SXM4-40GB", device));
  EXPECT_FALSE(is_device("NVIDIA A100-SXM4-80GB", device));
  EXPECT_FALSE(is_device("cpu", device));
}

}  // namespace
}  // namespace tutti::run
