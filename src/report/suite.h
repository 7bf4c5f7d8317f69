// SPDX-License-Identifier: Apache-2.0
// A suite: jobs that run the program, what is measured of them and what that must be; and what came
// out, as JUnit XML and as a page.
#pragma once

#include <map>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

#include "report/baseline.h"
#include "report/judge.h"

namespace tutti::report {

/// A number that a job gives, and its bounds.
struct SuiteMetric {
  std::string name;
  std::string from;  // a JSON file in the job's folder; empty: what the job writes to stdout
  std::string key;   // of that file: "memory.total_bytes"; "seconds", "processor_seconds" and
                     // "peak_bytes" of no file are those of the process
  double threshold_percent = 10;
  Direction direction = Direction::lower_is_better;
  bool of_machine = false;
  std::optional<double> least, most;
};

struct SuiteJob {
  std::string name;
  std::vector<std::string>
      command;             // without the program; {output}, {data}, {job:NAME} are folders
  double time_limit = 60;  // seconds, of one run
  int64_t repeats = 1;
  int64_t most_repeats = 1;  // where more of them are needed to be sure
  std::vector<SuiteMetric> metrics;
};

struct Suite {
  std::string name, description;
  double time_limit = 3600;  // seconds, of all jobs
  std::vector<SuiteJob> jobs;
};

/// Reads a suite; UserErrors name the place and the key.
Suite parse_suite(const nlohmann::json& file, const std::string& where);

/// One run of a job's command.
struct SuiteRun {
  std::string failure;  // why it gave no metrics; empty: it ended with code 0 in time
  double seconds = 0;
  std::map<std::string, double> metrics;
};

enum class JobState { not_run, passed, failed, regressed };

struct MetricResult {
  const SuiteMetric* metric = nullptr;
  double value = 0;     // the median of the runs
  std::string problem;  // a bound that it passes; empty: none
  std::string note;     // why it is not compared; empty where it is
  std::optional<double> before;
  std::optional<Judgement> judgement;
};

struct JobResult {
  const SuiteJob* job = nullptr;
  JobState state = JobState::not_run;
  std::string failure;
  std::vector<SuiteRun> runs;
  std::vector<SuiteRun> before;  // of the program that is compared with, in turn; may be empty
  std::vector<MetricResult> metrics;
};

/// Judges a job's runs: failures, bounds, and metrics against the runs before, or else the baseline
/// where there is one. `machine` is this one's class.
JobResult judge_job(const SuiteJob& job, std::vector<SuiteRun> runs, std::vector<SuiteRun> before,
                    const std::optional<Baseline>& baseline, const std::string& machine);

/// The baseline that these results would be.
Baseline baseline_of(const std::vector<JobResult>& results);

struct SuiteResult {
  std::string name, description, made, machine, compared_with;
  std::vector<JobResult> jobs;
  bool passed() const;
};

std::string suite_text(const SuiteResult& result);
std::string suite_junit(const SuiteResult& result);
std::string suite_html(const SuiteResult& result);
nlohmann::ordered_json suite_json(const SuiteResult& result);

}  // namespace tutti::report
