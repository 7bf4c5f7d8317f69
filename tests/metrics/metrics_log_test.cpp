// SPDX-License-Identifier: Apache-2.0
#include "metrics/metrics_log.h"

#include <gtest/gtest.h>
#include <sys/resource.h>

#include <cmath>
#include <csignal>
#include <nlohmann/json.hpp>

#include "metrics/metrics_line.h"
#include "support/errors.h"
#include "support/temporary_folder.h"

namespace tutti::metrics {
namespace {

using Phase = MetricsLine::Phase;

const nlohmann::json kNoHistory = nlohmann::json::array();

class MetricsLogTest : public testing::Test {
 protected:
  MetricsLine line(Phase phase, int64_t step, double value) const {
    return {phase, step, {{phase == Phase::train ? "train/loss" : "eval/f1", value}}};
  }
  /// "train 2 0.5, eval 2 80": all lines of the file.
  std::string lines() const {
    std::string text;
    for (const MetricsLine& one : read_metrics(file_))
      text += fmt::format("{}{} {} {}", text.empty() ? "" : ", ", name_of(one.phase), one.step,
                          one.values.front().second);
    return text;
  }

  test::TemporaryFolder folder_;
  Path file_ = folder_.path() / kMetricsFile;
};

TEST_F(MetricsLogTest, WritesALineForEachEntry) {
  MetricsLog log(file_, -1, kNoHistory);
  log.write({Phase::train, 2, {{"time", 1.25}, {"samples", 64}, {"train/loss", NAN}}});
  EXPECT_EQ(read_file(file_),
            "{\"phase\":\"train\",\"step\":2,\"time\":1.25,\"samples\":64,\"train/loss\":null}\n");
  log.write(line(Phase::eval, 2, 80.5));
  EXPECT_EQ(read_metrics(file_).size(), 2u) << "while it is being written";
  EXPECT_TRUE(std::isnan(read_metrics(file_)[0].value("train/loss")));
  EXPECT_EQ(read_metrics(file_)[1].value("eval/f1"), 80.5);
  EXPECT_TRUE(std::isnan(read_metrics(file_)[1].value("eval/exact")));
  log.sync();
}

TEST_F(MetricsLogTest, KeepsEachRegrouping) {
  {
    MetricsLog log(file_, -1, kNoHistory);
    for (const double time : {1.5, 2.5})
      log.write({Phase::regroup, 7, {{"time", time}, {"world/processes", 2}}, "rank 1 failed"});
  }
  EXPECT_EQ(read_file(file_),
            "{\"phase\":\"regroup\",\"step\":7,\"cause\":\"rank 1 failed\",\"time\":1.5,"
            "\"world/processes\":2}\n"
            "{\"phase\":\"regroup\",\"step\":7,\"cause\":\"rank 1 failed\",\"time\":2.5,"
            "\"world/processes\":2}\n");
  const std::string before = read_file(file_);
  MetricsLog log(file_, 7, kNoHistory);
  EXPECT_EQ(read_file(file_), before);
}

TEST_F(MetricsLogTest, AResumedRunGoesOnAfterItsCheckpoint) {
  {
    MetricsLog log(file_, -1, kNoHistory);
    for (int64_t step = 1; step <= 5; step++) log.write(line(Phase::train, step, 1));
    log.write(line(Phase::eval, 5, 1));
  }
  // Killed within a line; the newest checkpoint is that of step 3.
  write_file_atomically(file_, read_file(file_) + "{\"phase\":\"train\",\"st");
  MetricsLog log(file_, 3, kNoHistory);
  for (int64_t step = 4; step <= 5; step++) log.write(line(Phase::train, step, 2));
  EXPECT_EQ(lines(), "train 1 1, train 2 1, train 3 1, train 4 2, train 5 2");
}

TEST_F(MetricsLogTest, WhatTheFileLacksComesFromTheCheckpoint) {
  const nlohmann::json history = {{{"step", 1}, {"loss", 7.0}, {"epoch", 0.5}},
                                  {{"step", 2}, {"loss", 6.0}},
                                  {{"step", 2}, {"eval_f1", 50.0}},
                                  {{"step", 9}, {"loss", 1.0}}};
  {
    MetricsLog log(file_, -1, kNoHistory);
    log.write(line(Phase::train, 1, 7));
  }
  MetricsLog log(file_, 2, history);
  EXPECT_EQ(lines(), "train 1 7, train 2 6, eval 2 50");
}

TEST_F(MetricsLogTest, AnEvaluationThatIsRepeatedTakesItsPlace) {
  {
    MetricsLog log(file_, -1, kNoHistory);
    log.write(line(Phase::train, 4, 1));
    log.write(line(Phase::eval, 4, 10));
    log.write(line(Phase::final, 4, 10));
    log.write(line(Phase::final, 4, 20));
  }
  EXPECT_EQ(lines(), "train 4 1, eval 4 10, final 4 20");
  MetricsLog log(file_, 4, kNoHistory);
  log.write(line(Phase::eval, 4, 30));
  EXPECT_EQ(lines(), "train 4 1, eval 4 30, final 4 20");
  log.write(line(Phase::train, 5, 2));
  EXPECT_EQ(lines(), "train 4 1, eval 4 30, final 4 20, train 5 2");
}

/// As on a full disk: the system takes some bytes of a line, and then none.
TEST_F(MetricsLogTest, AFullDiskLeavesNoHalfLine) {
  MetricsLog log(file_, -1, kNoHistory);
  log.write(line(Phase::train, 1, 1));
  rlimit before{};
  ASSERT_EQ(::getrlimit(RLIMIT_FSIZE, &before), 0);
  const auto old_action = std::signal(SIGXFSZ, SIG_IGN);
  const rlimit little{std::filesystem::file_size(file_) + 10, before.rlim_max};
  ASSERT_EQ(::setrlimit(RLIMIT_FSIZE, &little), 0);
  const auto failure = test::failure_of([&] { log.write(line(Phase::train, 2, 2)); });
  ::setrlimit(RLIMIT_FSIZE, &before);
  std::signal(SIGXFSZ, old_action);
  EXPECT_EQ(failure.code, ExitCode::io);
  log.write(line(Phase::train, 3, 3));
  EXPECT_EQ(lines(), "train 1 1, train 3 3");
}

TEST_F(MetricsLogTest, ANewRunBeginsAnew) {
  { MetricsLog(file_, -1, kNoHistory).write(line(Phase::train, 1, 1)); }
  const MetricsLog log(file_, -1, kNoHistory);
  EXPECT_EQ(lines(), "");
}

TEST_F(MetricsLogTest, ADamagedLineIsNamed) {
  const std::string good = text_of(line(Phase::train, 1, 1));
  for (const std::string bad :
       {"{", "[]", "{\"phase\":\"test\",\"step\":1}", "{\"phase\":\"train\"}",
        "{\"phase\":\"train\",\"step\":2,\"train/loss\":\"low\"}"}) {
    write_file_atomically(file_, good + bad + "\n" + good);
    const auto failure = test::failure_of([&] { read_metrics(file_); });
    EXPECT_EQ(failure.code, ExitCode::usage) << bad;
    test::expect_contains(failure.message, "metrics.jsonl:2");
    MetricsLog log(file_, 1, kNoHistory);  // a resume loses no other line
    EXPECT_EQ(lines(), "train 1 1");
  }
}

}  // namespace
}  // namespace tutti::metrics
