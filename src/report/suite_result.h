// SPDX-License-Identifier: Apache-2.0
// The results of a suite's runs, and whether they pass.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "report/baseline.h"
#include "report/judge.h"
#include "report/suite.h"

namespace tutti::report {

/// One run of a job's command.
struct SuiteRun {
  std::string failure;  // why it has no metrics; empty: it ended with code 0 in time
  double seconds = 0;
  std::map<std::string, double> metrics;
};

enum class JobState { not_run, passed, failed, regressed };

struct MetricResult {
  const SuiteMetric* metric = nullptr;
  double value = 0;     // the median of the runs
  std::string problem;  // a bound that it violates; empty: none
  std::string note;     // why it is not compared; empty if it is
  std::optional<double> before;
  std::optional<Judgement> judgement;
};

struct JobResult {
  const SuiteJob* job = nullptr;
  JobState state = JobState::not_run;
  std::string failure;
  std::vector<SuiteRun> runs;
  std::vector<SuiteRun> before;  // of the other program, run alternately; may be empty
  std::vector<MetricResult> metrics;
};

/// Judges a job's runs: failures, bounds, and metrics against the runs in `before`, or else the
/// baseline if there is one. `machine` is this machine's class.
JobResult judge_job(const SuiteJob& job, std::vector<SuiteRun> runs, std::vector<SuiteRun> before,
                    const std::optional<Baseline>& baseline, const std::string& machine);

/// A baseline made from these results.
Baseline baseline_of(const std::vector<JobResult>& results);

struct SuiteResult {
  std::string name, description, made, machine, compared_with;
  std::vector<JobResult> jobs;
  bool passed() const;
};

}  // namespace tutti::report
