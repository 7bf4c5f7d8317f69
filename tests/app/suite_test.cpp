// SPDX-License-Identifier: Apache-2.0
// `tutti suite` as a user runs it, on jobs that take no time.
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "format/json.h"
#include "program.h"

namespace tutti::test {
namespace {

namespace fs = std::filesystem;
using Words = std::vector<std::string>;

class SuiteCommandTest : public testing::Test {
 protected:
  /// The jobs print numbers by way of `ir run`: as fast as a constant, and `value` is the suite's.
  void write_suite(const std::string& jobs) const {
    write_file_atomically(file_, "name: small\njobs:\n" + jobs);
  }
  Outcome run(const Words& more = {}, const Words& wrapper = {}) const {
    Words words = {"suite", file_.string(), "--output", output_.string()};
    words.insert(words.end(), more.begin(), more.end());
    return run_tutti(words, "", {}, wrapper);
  }
  nlohmann::json results() const { return format::read_json(output_ / "suite_results.json"); }
  size_t runs_of(const std::string& job) const {
    size_t count = 0;
    for (const auto& entry : fs::directory_iterator(output_ / "jobs" / job))
      count += entry.is_directory() ? 1 : 0;
    return count;
  }

  TemporaryFolder folder_;
  Path file_ = folder_.path() / "s.yaml", output_ = folder_.path() / "out";
};

const char* const kTwoJobs =
    "  - name: first\n"
    "    command: [manual, \"{output}/pages\"]\n"
    "    repeats: 2\n"
    "    metrics: {peak_bytes: {of_machine: true, threshold_percent: 50}}\n"
    "  - name: second\n"
    "    command: [devices, --json]\n"
    "    metrics: {index: {key: devices.0.index, most: 0}}\n";

const char* const kEndlessProgram = R"(
func.func @main() -> tensor<i64> {
  %n = stablehlo.constant dense<0> : tensor<i64>
  %one = stablehlo.constant dense<1> : tensor<i64>
  %r = stablehlo.while(%x = %n) : tensor<i64>
  cond {
    %c = stablehlo.compare GE, %x, %n : (tensor<i64>, tensor<i64>) -> tensor<i1>
    stablehlo.return %c : tensor<i1>
  } do {
    %y = stablehlo.add %x, %one : tensor<i64>
    stablehlo.return %y : tensor<i64>
  }
  return %r : tensor<i64>
}
)";

TEST_F(SuiteCommandTest, RunsJobsAndWritesResults) {
  write_suite(kTwoJobs);
  const Outcome outcome = run();
  ASSERT_EQ(outcome.code, 0) << outcome.err << outcome.out;
  EXPECT_TRUE(fs::exists(output_ / "jobs/first/2/pages/tutti.1"));
  for (const char* file : {"junit.xml", "suite.html", "suite_results.json"})
    EXPECT_TRUE(fs::exists(output_ / file)) << file;
  EXPECT_EQ(runs_of("first"), 2u);
  EXPECT_GT(results()["jobs"][0]["metrics"]["peak_bytes"]["value"].get<double>(), 1e6);
  EXPECT_EQ(results()["jobs"][1]["metrics"]["index"]["value"], 0);
}

TEST_F(SuiteCommandTest, BoundsFailuresAndTimeLimits) {
  write_suite(
      "  - name: bound\n"
      "    command: [devices, --json]\n"
      "    metrics: {index: {key: devices.0.index, least: 1}}\n"
      "  - name: refused\n"
      "    command: [train]\n"
      "  - name: missing\n"
      "    command: [devices, --json]\n"
      "    metrics: {nothing: {}}\n"
      "  - name: endless\n"
      "    command: [ir, run, \"{data}/endless.mlir\", --backend, cpu]\n"
      "    time_limit: 0.5\n");
  write_file_atomically(folder_.path() / "endless.mlir", kEndlessProgram);
  const Outcome outcome = run({"--update_baseline", "never mind"});
  EXPECT_EQ(outcome.code, 1) << outcome.err;
  EXPECT_FALSE(fs::exists(output_ / "baseline.json"));
  const nlohmann::json jobs = results()["jobs"];
  const auto why = [&](size_t job) { return jobs[job]["why"].get<std::string>(); };
  EXPECT_EQ(why(0), "index is 0, expected at least 1");
  EXPECT_NE(why(1).find("ended with code 2: error: nothing to train"), std::string::npos) << why(1);
  EXPECT_NE(why(2).find("there is no number nothing"), std::string::npos) << why(2);
  EXPECT_EQ(why(3).find("took longer than 0.5 s"), 0U) << why(3);
}

TEST_F(SuiteCommandTest, WhatNeedsAFailedJobIsNotRun) {
  write_suite(
      "  - name: first\n"
      "    command: [train]\n"
      "  - name: second\n"
      "    command: [manual, \"{job:first}/pages\"]\n"
      "  - name: third\n"
      "    command: [manual, \"{job:second}/pages\"]\n"
      "  - name: other\n"
      "    command: [devices, --json]\n");
  EXPECT_EQ(run().code, 1);
  const nlohmann::json jobs = results()["jobs"];
  EXPECT_EQ(jobs[0]["result"], "FAILED");
  for (const size_t job : {1U, 2U}) EXPECT_EQ(jobs[job]["result"], "not run");
  EXPECT_EQ(jobs[1]["why"], "first failed");
  EXPECT_EQ(jobs[2]["why"], "second failed");
  EXPECT_EQ(jobs[3]["result"], "passed");
  EXPECT_FALSE(fs::exists(output_ / "jobs" / "second"));
}

TEST_F(SuiteCommandTest, ABaselineNeedsAReasonAndKeepsItsHistory) {
  write_suite(kTwoJobs);
  const Path baseline = folder_.path() / "b.json";
  EXPECT_EQ(run({"--baseline", baseline.string()}).code, 2) << "there is none";
  ASSERT_EQ(run({"--baseline", baseline.string(), "--update_baseline", "the first"}).code, 0);
  ASSERT_EQ(run({"--baseline", baseline.string()}).code, 0);
  auto file = format::read_json(baseline);
  EXPECT_EQ(file["version"], 1);
  EXPECT_EQ(file["description"], "the first");
  EXPECT_EQ(file["metrics"]["first.peak_bytes"]["direction"], "lower_is_better");
  file["metrics"]["first.peak_bytes"]["value"] = 1000;  // as if it had taken far less before
  write_file_atomically(baseline, file.dump());
  const Outcome worse = run({"--baseline", baseline.string()});
  EXPECT_EQ(worse.code, 1) << worse.out;
  EXPECT_NE(worse.out.find("REGRESSED"), std::string::npos) << worse.out;
  EXPECT_NE(read_file(output_ / "junit.xml").find("type=\"regression\""), std::string::npos);
  const Outcome meant = run({"--baseline", baseline.string(), "--update_baseline", "it is larger"});
  EXPECT_EQ(meant.code, 0) << meant.err;
  file = format::read_json(baseline);
  EXPECT_EQ(file["version"], 2);
  EXPECT_EQ(file["history"][0]["description"], "the first");
  EXPECT_EQ(run({"--baseline", baseline.string()}).code, 0);
}

TEST_F(SuiteCommandTest, AnotherProgramRunsInTurn) {
  write_suite(kTwoJobs);
  const Outcome outcome = run({"--against", TUTTI_PROGRAM});
  ASSERT_EQ(outcome.code, 0) << outcome.err << outcome.out;
  EXPECT_TRUE(fs::exists(output_ / "jobs/first/1-before/pages/tutti.1"));
  EXPECT_EQ(runs_of("first"), 4u);
  EXPECT_EQ(run({"--against", "/nothing"}).code, 2);
}

TEST_F(SuiteCommandTest, GoesOnWhereItWasStopped) {
  write_suite(
      "  - name: first\n"
      "    command: [manual, \"{output}/pages\"]\n"
      "  - name: slow\n"
      "    command: [ir, run, \"{data}/slow.mlir\", --backend, cpu]\n"
      "    time_limit: 60\n");
  write_file_atomically(folder_.path() / "slow.mlir", kEndlessProgram);
  const Outcome stopped = run({}, {"timeout", "-s", "TERM", "4"});
  EXPECT_EQ(stopped.code, 124) << stopped.err;  // timeout's own code; the suite's is 75
  EXPECT_NE(stopped.err.find("the same command resumes there"), std::string::npos) << stopped.err;
  ASSERT_TRUE(fs::exists(output_ / "jobs/first/1/pages/tutti.1"));
  write_file_atomically(output_ / "jobs/first/1/mark", "not run again");
  write_file_atomically(folder_.path() / "slow.mlir", "func.func @main() {\n  return\n}\n");
  const Outcome again = run();
  EXPECT_EQ(again.code, 0) << again.err;
  EXPECT_TRUE(fs::exists(output_ / "jobs/first/1/mark"));
  // A suite that is done begins anew.
  EXPECT_EQ(run().code, 0);
  EXPECT_FALSE(fs::exists(output_ / "jobs/first/1/mark"));
}

TEST_F(SuiteCommandTest, OwnSuitesAreValid) {
  // As files: their data is not there, so that each job says what it lacks.
  for (const auto& [name, jobs] :
       {std::pair("quick", 5u), std::pair("nightly", 8u), std::pair("weekend", 6u)}) {
    const Path file =
        Path(TUTTI_SOURCE_DIR) / "src/app/suite/suites" / (name + std::string(".yaml"));
    const Path output = output_ / name;
    fs::create_directories(output_);
    const Outcome outcome = run_tutti({"suite", file.string(), "--output", output.string()});
    EXPECT_EQ(outcome.code, 1) << outcome.err;
    EXPECT_EQ(format::read_json(output / "suite_results.json")["jobs"].size(), jobs) << name;
  }
}

}  // namespace
}  // namespace tutti::test
