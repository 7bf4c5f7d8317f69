// SPDX-License-Identifier: Apache-2.0
#include "report/suite.h"

#include <gtest/gtest.h>

#include <cmath>

#include "format/yaml.h"
#include "report/suite_report.h"
#include "report/suite_result.h"
#include "support/errors.h"

namespace tutti::report {
namespace {

using test::expect_contains;
using test::failure_of;

constexpr const char* kSuite = R"(
name: mine
jobs:
  - name: speed
    command: [benchmark, --steps, 3]
    time_limit: 9.5
    repeats: 2
    most_repeats: 5
    metrics:
      rate: {direction: higher_is_better, threshold_percent: 5, of_machine: true, key: a.rate}
      loss: {from: results.json, most: 2}
  - name: plain
    command: [devices]
)";

Suite suite_of(const std::string& text) {
  return parse_suite(format::parse_yaml(text, "s.yaml"), "s.yaml");
}

SuiteRun run_of(double rate, double loss) {
  return {"", 1, {{"rate", rate}, {"loss", loss}}};
}

TEST(Suite, ReadsAFile) {
  const Suite suite = suite_of(kSuite);
  ASSERT_EQ(suite.jobs.size(), 2u);
  const SuiteJob& job = suite.jobs[0];
  EXPECT_EQ(job.command, (std::vector<std::string>{"benchmark", "--steps", "3"}));
  EXPECT_EQ(job.time_limit, 9.5);
  EXPECT_EQ(job.most_repeats, 5);
  ASSERT_EQ(job.metrics.size(), 2u);
  EXPECT_EQ(job.metrics[0].name, "loss");
  EXPECT_EQ(job.metrics[0].key, "loss");
  EXPECT_EQ(*job.metrics[0].most, 2);
  EXPECT_EQ(job.metrics[1].key, "a.rate");
  EXPECT_TRUE(job.metrics[1].of_machine);
  EXPECT_EQ(suite.jobs[1].repeats, 1);
}

TEST(Suite, WrongFilesAreRefused) {
  const auto refusal = [](const std::string& text) {
    const auto failure = failure_of([&] { suite_of(text); });
    EXPECT_EQ(failure.code, ExitCode::usage);
    expect_contains(failure.message, "s.yaml");
    return failure.message;
  };
  expect_contains(refusal("name: a"), "jobs is missing");
  expect_contains(refusal("name: a\njobs: [{name: b}]"), "command is missing");
  expect_contains(refusal("name: a\njobs: [{name: ../b, command: [c]}]"), "expected a-z");
  expect_contains(refusal("name: a\njobs: [{name: b, command: [[c]]}]"), "expected texts");
  expect_contains(refusal("name: a\njobs: [{name: b, command: [c], reapeats: 2}]"),
                  "\"reapeats\" is unknown");
  expect_contains(refusal("name: a\njobs: [{name: b, command: [c], time_limit: 0}]"),
                  "time_limit is 0");
  expect_contains(refusal("name: a\njobs: [{name: b, command: [c]}, {name: b, command: [c]}]"),
                  "two jobs have the name b");
  expect_contains(
      refusal("name: a\njobs: [{name: b, command: [c], metrics: {m: {from: ../secret}}}]"),
      "expected a file in the job's folder");
}

TEST(Suite, BoundsAndBaselinesAreJudged) {
  const Suite suite = suite_of(kSuite);
  const SuiteJob& job = suite.jobs[0];
  const auto state = [&](std::vector<SuiteRun> runs, const std::optional<Baseline>& baseline,
                         const std::string& machine = "m") {
    return judge_job(job, std::move(runs), {}, baseline, machine).state;
  };
  EXPECT_EQ(state({}, {}), JobState::not_run);
  EXPECT_EQ(state({run_of(10, 1), run_of(10, 1)}, {}), JobState::passed);
  EXPECT_EQ(state({run_of(10, 3), run_of(10, 3)}, {}), JobState::failed) << "loss is at most 2";
  EXPECT_EQ(state({run_of(10, NAN)}, {}), JobState::failed);
  EXPECT_EQ(state({{"ended with code 4", 1, {}}}, {}), JobState::failed);
  Baseline baseline;
  baseline.machine = "m";
  baseline.metrics["speed.rate"] = {10, 5, Direction::higher_is_better, 0, true};
  EXPECT_EQ(state({run_of(9.8, 1), run_of(9.8, 1)}, baseline), JobState::passed);
  EXPECT_EQ(state({run_of(9, 1), run_of(9, 1)}, baseline), JobState::regressed);
  EXPECT_EQ(state({run_of(9, 1), run_of(9, 1)}, baseline, "another"), JobState::passed);
  const JobResult elsewhere = judge_job(job, {run_of(9, 1), run_of(9, 1)}, {}, baseline, "another");
  EXPECT_EQ(elsewhere.metrics[1].note, "the baseline is of another machine");
  // Runs of another program in turn count more than the file.
  const JobResult in_turn =
      judge_job(job, {run_of(9, 1), run_of(9, 1)}, {run_of(9, 1), run_of(9, 1)}, baseline, "m");
  EXPECT_EQ(in_turn.state, JobState::passed);
  const Baseline next = baseline_of({in_turn});
  EXPECT_EQ(next.metrics.at("speed.rate").value, 9);
  EXPECT_EQ(next.metrics.at("speed.rate").threshold_percent, 5);
}

TEST(Suite, ResultsAreWellFormed) {
  const Suite suite = suite_of(kSuite);
  SuiteResult result{"a<b", "", "now", "machine", "nothing", {}};
  result.jobs.push_back(
      judge_job(suite.jobs[0], {{"said \"<&>\x01\"", 1.5, {}}}, {}, {}, "machine"));
  result.jobs.push_back(judge_job(suite.jobs[1], {}, {}, {}, "machine"));
  EXPECT_FALSE(result.passed());
  const std::string xml = suite_junit(result);
  expect_contains(xml,
                  "<testsuite name=\"a&lt;b\" tests=\"2\" failures=\"1\" errors=\"0\" "
                  "skipped=\"1\" time=\"1.500\">");
  expect_contains(xml, "message=\"said &quot;&lt;&amp;&gt;\\x01&quot;\"");
  expect_contains(suite_html(result), "0 of 2 jobs passed, 1 failed, 0 regressed, 1 not run");
  expect_contains(suite_text(result), "speed                   FAILED");
  EXPECT_EQ(suite_json(result)["jobs"][1]["result"], "not run");
}

}  // namespace
}  // namespace tutti::report
