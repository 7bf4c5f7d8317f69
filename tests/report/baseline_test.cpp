// SPDX-License-Identifier: Apache-2.0
#include "report/baseline.h"

#include <gtest/gtest.h>

#include <cmath>
#include <random>

#include "report/judge.h"
#include "support/errors.h"

namespace tutti::report {
namespace {

using Values = std::vector<double>;

const BaselineMetric kSeconds{1, 3, Direction::lower_is_better, 0, true};
const BaselineMetric kRate{1, 3, Direction::higher_is_better, 0, true};

TEST(Baseline, AChangeForTheWorseHasADirection) {
  EXPECT_EQ(judge({1, 1, 1}, {1.1, 1.1, 1.1}, kSeconds).trend, Trend::worse);
  EXPECT_EQ(judge({1, 1, 1}, {0.9, 0.9, 0.9}, kSeconds).trend, Trend::same);
  EXPECT_EQ(judge({1, 1, 1}, {0.9, 0.9, 0.9}, kRate).trend, Trend::worse);
  EXPECT_NEAR(judge({1, 1, 1}, {0.9, 0.9, 0.9}, kRate).change_percent, 10, 1e-9);
  EXPECT_EQ(judge({1, 1, 1}, {1.02, 1.02, 1.02}, kSeconds).trend, Trend::same);
  EXPECT_EQ(judge({-2}, {-1}, kSeconds).trend, Trend::worse);
  EXPECT_EQ(judge({0}, {1}, kSeconds).trend, Trend::worse);
  EXPECT_EQ(judge({0}, {0}, kSeconds).trend, Trend::same);
  EXPECT_EQ(judge({1}, {NAN}, kSeconds).trend, Trend::worse);
}

TEST(Baseline, NoiseIsNoRegression) {
  // Beyond the threshold, but the repeats differ by more.
  EXPECT_EQ(judge({1, 1, 1}, {0.8, 1.05, 1.3}, kSeconds).trend, Trend::unclear);
  // A busy machine's rates beside a quiet one's: too far apart to be sure.
  EXPECT_EQ(judge({460}, {353, 420, 300, 350, 450}, {460, 20, Direction::higher_is_better, 2, true})
                .trend,
            Trend::unclear);
  // What slows both alike slows neither.
  EXPECT_EQ(judge({1, 3, 2}, {1.01, 3.02, 2.01}, kSeconds).trend, Trend::same);
}

/// What a suite measures on a machine that others use too. The noise is that of the logarithm.
struct NoisyMetric {
  const char* name;
  double own;      // of each measurement
  double machine;  // of the seconds in which both programs run, one after the other
  BaselineMetric metric;
};
const NoisyMetric kNoisy[] = {
    {"speed", 0.01, 0.05, kRate}, {"memory", 0.004, 0, kSeconds}, {"loss", 0.006, 0, kSeconds}};

/// Whether pairs of noisy measurements, repeated until they are clear, are judged worse.
bool found(std::mt19937& random, double worse, const NoisyMetric& noisy) {
  std::lognormal_distribution<double> own(0, noisy.own), machine(0, noisy.machine);
  const bool rises = noisy.metric.direction == Direction::lower_is_better;
  Values before, now;
  for (int pair = 0; pair < 15; pair++) {
    const double shared = machine(random);
    before.push_back(shared * own(random));
    now.push_back(shared * own(random) * (rises ? worse : 1 / worse));
    if (pair < 4) continue;
    const Trend trend = judge(before, now, noisy.metric).trend;
    if (trend != Trend::unclear) return trend == Trend::worse;
  }
  return false;
}

/// How many of 1,000 suites say that something became worse.
int found_of_1000(double worse, const NoisyMetric& noisy) {
  std::mt19937 random(1);
  int times = 0;
  for (int run = 0; run < 1000; run++) times += found(random, worse, noisy);
  testing::Test::RecordProperty(fmt::format("{}_{:g}", noisy.name, 100 * (worse - 1)), times);
  return times;
}

TEST(Baseline, FindsPlantedRegressionsOnANoisyMachine) {
  for (const NoisyMetric& noisy : kNoisy) {
    found_of_1000(1.03, noisy);  // as large as the threshold: nothing is promised
    for (const double worse : {1.05, 1.10})
      EXPECT_GE(found_of_1000(worse, noisy), 900) << noisy.name;
    EXPECT_LE(found_of_1000(1, noisy), 20) << noisy.name << ": one of 50 is allowed";
  }
}

TEST(Baseline, TheFileKeepsItsHistory) {
  Baseline first;
  first.updated = "2026-01-01T00:00:00Z";
  first.description = "first";
  first.machine = "one";
  first.metrics["train.loss"] = {2.5, 10, Direction::lower_is_better, 0.5, false};
  const Baseline one = updated_baseline(Baseline(), first);
  EXPECT_EQ(one.version, 1);
  EXPECT_TRUE(one.history.empty());
  first.description = "faster";
  first.metrics["train.loss"].value = 2;
  const Baseline two = updated_baseline(one, first);
  const Baseline read = parse_baseline(baseline_json(two), "b");
  EXPECT_EQ(read.version, 2);
  EXPECT_EQ(read.description, "faster");
  EXPECT_EQ(read.metrics.at("train.loss").value, 2);
  EXPECT_EQ(read.metrics.at("train.loss").spread_percent, 0.5);
  ASSERT_EQ(read.history.size(), 1u);
  EXPECT_EQ(read.history[0]["description"], "first");
  EXPECT_EQ(read.history[0]["metrics"]["train.loss"]["value"], 2.5);
  EXPECT_EQ(updated_baseline(read, first).history.size(), 2u);
}

TEST(Baseline, WrongFilesAreRefused) {
  const auto refusal = [](const char* text) {
    return test::failure_of([&] { parse_baseline(nlohmann::json::parse(text), "b.json"); }).message;
  };
  test::expect_contains(refusal("[]"), "b.json: found");
  test::expect_contains(refusal("{}"), "version");
  const std::string head = R"({"version": 1, "updated": "", "description": "")";
  test::expect_contains(refusal((head + "}").c_str()), "metrics is missing");
  const auto with = [&](const char* metric) {
    return head + R"(, "metrics": {"m": )" + metric + "}}";
  };
  test::expect_contains(refusal(with("3").c_str()), "b.json: m");
  test::expect_contains(refusal(with(R"({"value": 1, "direction": "up"})").c_str()),
                        "expected lower_is_better or higher_is_better");
}

}  // namespace
}  // namespace tutti::report
