// SPDX-License-Identifier: Apache-2.0
#include "report/suite_result.h"

#include <algorithm>
#include <cmath>

namespace tutti::report {
namespace {

std::vector<double> values_of(const std::vector<SuiteRun>& runs, const std::string& name) {
  std::vector<double> values;
  for (const SuiteRun& run : runs)
    if (const auto found = run.metrics.find(name); found != run.metrics.end())
      values.push_back(found->second);
  return values;
}

std::string bound_problem(const SuiteMetric& metric, double value) {
  if (!std::isfinite(value)) return fmt::format("{} is {}", metric.name, value);
  if (metric.least && value < *metric.least)
    return fmt::format("{} is {:.6g}, expected at least {:g}", metric.name, value, *metric.least);
  if (metric.most && value > *metric.most)
    return fmt::format("{} is {:.6g}, expected at most {:g}", metric.name, value, *metric.most);
  return "";
}

void compare(MetricResult& result, const JobResult& job, const std::optional<Baseline>& baseline,
             const std::string& machine) {
  const SuiteMetric& metric = *result.metric;
  BaselineMetric rule{0, metric.threshold_percent, metric.direction, 0, metric.of_machine};
  const std::vector<double> now = values_of(job.runs, metric.name);
  std::vector<double> before = values_of(job.before, metric.name);
  if (before.size() != now.size()) before.clear();
  if (before.empty()) {
    if (!baseline) return;
    const auto known = baseline->metrics.find(job.job->name + "." + metric.name);
    if (known == baseline->metrics.end()) {
      result.note = "not in the baseline";
      return;
    }
    if (metric.of_machine && baseline->machine != machine) {
      result.note = "the baseline is of another machine";
      return;
    }
    rule = known->second;
    before = {rule.value};
  }
  result.before = median_of(before);
  result.judgement = judge(before, now, rule);
}

}  // namespace

JobResult judge_job(const SuiteJob& job, std::vector<SuiteRun> runs, std::vector<SuiteRun> before,
                    const std::optional<Baseline>& baseline, const std::string& machine) {
  JobResult result{&job, JobState::not_run, "", std::move(runs), std::move(before), {}};
  if (result.runs.empty()) return result;
  result.state = JobState::passed;
  for (const SuiteRun& run : result.runs)
    if (!run.failure.empty()) {
      result.state = JobState::failed;
      result.failure = run.failure;
      return result;
    }
  for (const SuiteMetric& metric : job.metrics) {
    MetricResult one{&metric, median_of(values_of(result.runs, metric.name)), "", "", {}, {}};
    one.problem = bound_problem(metric, one.value);
    if (!one.problem.empty()) {
      result.state = JobState::failed;
      if (result.failure.empty()) result.failure = one.problem;
    } else {
      compare(one, result, baseline, machine);
    }
    const bool worse = one.judgement && one.judgement->trend == Trend::worse;
    if (worse && result.state == JobState::passed) {
      result.state = JobState::regressed;
      result.failure = fmt::format("{} is {:.6g}, but was {:.6g}: {:.1f} % worse, ± {:.1f}",
                                   metric.name, one.value, *one.before,
                                   one.judgement->change_percent, one.judgement->error_percent);
    }
    result.metrics.push_back(std::move(one));
  }
  return result;
}

Baseline baseline_of(const std::vector<JobResult>& results) {
  Baseline baseline;
  for (const JobResult& job : results)
    for (const MetricResult& result : job.metrics) {
      const SuiteMetric& metric = *result.metric;
      const double spread = spread_of(values_of(job.runs, metric.name));
      const double share = result.value != 0 ? 100 * spread / std::fabs(result.value) : 0;
      baseline.metrics[job.job->name + "." + metric.name] = {
          result.value, metric.threshold_percent, metric.direction, share, metric.of_machine};
    }
  return baseline;
}

bool SuiteResult::passed() const {
  return std::all_of(jobs.begin(), jobs.end(),
                     [](const JobResult& job) { return job.state == JobState::passed; });
}

}  // namespace tutti::report
