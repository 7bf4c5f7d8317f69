// SPDX-License-Identifier: Apache-2.0
// metrics.jsonl and the event files of `tutti train`, as a user finds them.
#include <gtest/gtest.h>

#include <cmath>
#include <fstream>

#include "app/small_models.h"
#include "format/tfevents_read.h"
#include "metrics/metrics_line.h"
#include "metrics/metrics_log.h"

namespace tutti::test {
namespace {

namespace fs = std::filesystem;
using Words = std::vector<std::string>;
using metrics::MetricsLine;

Outcome train(const Path& output, const Words& more = {}) {
  const Words held_out = {"--validation_file", (quickstart_folder() / "dev.json").string()};
  return run_tutti(
      joined(train_quickstart_words(output,
                                    "--do_eval --max_train_samples 30 --max_eval_samples 4 "
                                    "--max_steps 8 --per_device_train_batch_size 4 --logging_steps "
                                    "2 --save_steps 3 --eval_strategy steps --eval_steps 3"),
             joined(held_out, more)));
}

/// "train 2, train 4, eval 3, ...", in the file's order.
std::string steps_of(const std::vector<MetricsLine>& lines) {
  std::string text;
  for (const MetricsLine& line : lines)
    text += fmt::format("{}{} {}", text.empty() ? "" : ", ", name_of(line.phase), line.step);
  return text;
}

format::EventCurves events_of(const Path& folder) {
  format::EventCurves all;
  for (const auto& entry : fs::directory_iterator(folder))
    for (const auto& [tag, points] : format::read_events(entry.path()).curves)
      all.curves[tag].insert(all.curves[tag].end(), points.begin(), points.end());
  return all;
}

const char* const kAllSteps = "train 2, eval 3, train 4, train 6, eval 6, train 8, eval 8, final 8";

TEST(RunMetrics, MetricsSayWhatTheEventFilesSay) {
  const TemporaryFolder folder;
  const Path output = folder.path() / "out";
  const Outcome run = train(output);
  ASSERT_EQ(run.code, 0) << run.err;
  const auto lines = metrics::read_metrics(output / "metrics.jsonl");
  EXPECT_EQ(steps_of(lines), kAllSteps);
  const auto events = events_of(output / "runs");
  const auto& losses = events.curves.at("train/loss");
  ASSERT_EQ(losses.size(), 4u);
  size_t trained = 0;
  for (const MetricsLine& line : lines) {
    if (line.phase != MetricsLine::Phase::train) continue;
    EXPECT_EQ(losses[trained].step, line.step);
    EXPECT_EQ(losses[trained].value, static_cast<float>(line.value("train/loss")));
    EXPECT_GT(line.value("time"), 1.7e9);
    EXPECT_GT(line.value("memory_bytes"), 1e6);
    EXPECT_GT(line.value("samples_per_second"), 0);
    trained++;
  }
  // 30 questions, each of one feature: steps of 4, the eighth of an epoch has 2.
  EXPECT_EQ(lines[0].value("samples"), 8);
  EXPECT_EQ(lines[5].value("samples"), 30);
  EXPECT_GT(lines[5].value("tokens"), 30 * 20);
  EXPECT_LE(lines[5].value("tokens"), 30 * 384);
  EXPECT_EQ(events.curves.at("eval/f1")[0].value, static_cast<float>(lines[1].value("eval/f1")));
}

TEST(RunMetrics, HaveWhatTheHardwareSays) {
  std::ifstream file("/proc/stat");
  std::string name;
  double user = 0;
  if (!(file >> name >> user) || user == 0) GTEST_SKIP() << "this system tells no times";
  const TemporaryFolder folder;
  const Path output = folder.path() / "out";
  ASSERT_EQ(train(output).code, 0);
  const auto lines = metrics::read_metrics(output / "metrics.jsonl");
  const char* const busy = "hardware/cpu/utilisation_percent";
  EXPECT_GE(lines[0].value(busy), 0);
  EXPECT_LE(lines[0].value(busy), 100);
  const auto events = events_of(output / "runs");
  EXPECT_EQ(events.curves.at(busy)[0].value, static_cast<float>(lines[0].value(busy)));
  const auto run = nlohmann::json::parse(read_file(output / "run.json"));
  EXPECT_GE(run["topology"]["cpus"], 1);
  EXPECT_EQ(run["versions"]["tutti"], run["tutti_version"]);
}

TEST(RunMetrics, AResumedRunHasEachLineOnce) {
  const TemporaryFolder folder;
  const Path output = folder.path() / "out";
  ASSERT_EQ(train(output).code, 0);
  const auto whole = metrics::read_metrics(output / "metrics.jsonl");
  // As if the run had been killed after step 4, while it wrote a line.
  for (const char* lost : {"checkpoint-6", "checkpoint-8"}) fs::remove_all(output / lost);
  const std::string text = read_file(output / "metrics.jsonl");
  write_file_atomically(output / "metrics.jsonl", text.substr(0, text.size() / 2));
  const Outcome again = train(output, {"--resume_from_checkpoint", "auto"});
  ASSERT_EQ(again.code, 0) << again.err;
  const auto lines = metrics::read_metrics(output / "metrics.jsonl");
  ASSERT_EQ(steps_of(lines), kAllSteps);
  for (size_t i = 0; i < lines.size(); i++)
    for (const char* name : {"train/loss", "train/grad_norm", "samples", "tokens", "eval/f1"}) {
      const double value = whole[i].value(name);
      EXPECT_TRUE(lines[i].value(name) == value || std::isnan(value)) << i << " " << name;
    }
  // Nothing is left to train, and the file does not grow.
  ASSERT_EQ(train(output, {"--resume_from_checkpoint", "auto"}).code, 0);
  EXPECT_EQ(steps_of(metrics::read_metrics(output / "metrics.jsonl")), kAllSteps);
}

TEST(RunMetrics, WritesWhatReportToAsksFor) {
  const TemporaryFolder folder;
  const Words few = {"--max_steps", "1", "--eval_strategy", "no", "--save_strategy", "no"};
  for (const auto& [asked, events, lines] : {std::tuple("none", false, false),
                                             {"jsonl", false, true},
                                             {"tensorboard,jsonl", true, true}}) {
    const Path output = folder.path() / asked;
    Words words = few;
    words.insert(words.end(), {"--report_to", asked});
    ASSERT_EQ(train(output, words).code, 0);
    EXPECT_EQ(fs::exists(output / "runs"), events) << asked;
    EXPECT_EQ(fs::exists(output / "metrics.jsonl"), lines) << asked;
  }
  const Outcome refused = train(folder.path() / "bad", {"--report_to", "jsonl,wandb"});
  EXPECT_EQ(refused.code, 2);
  EXPECT_NE(refused.err.find("found wandb, expected none, or all, tensorboard, jsonl and mlflow"),
            std::string::npos)
      << refused.err;
}

}  // namespace
}  // namespace tutti::test
