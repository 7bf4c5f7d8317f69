// SPDX-License-Identifier: Apache-2.0
#include "report/suite.h"

#include <algorithm>
#include <cmath>
#include <set>

#include "base/error.h"
#include "base/text.h"
#include "format/json.h"
#include "report/judge.h"

namespace tutti::report {
namespace {

constexpr int64_t kMostRepeats = 100;

SuiteMetric suite_metric(const std::string& name, const nlohmann::json& object,
                         const std::string& where) {
  format::expect_json_members(
      object, {"from", "key", "threshold_percent", "direction", "of_machine", "least", "most"},
      where);
  SuiteMetric metric;
  metric.name = name;
  metric.from = format::json_string(object, "from", where, "");
  metric.key = format::json_string(object, "key", where, name);
  metric.threshold_percent =
      format::json_double(object, "threshold_percent", where, metric.threshold_percent);
  metric.direction = direction_of(
      format::json_string(object, "direction", where, name_of(metric.direction)), where);
  metric.of_machine = format::json_bool(object, "of_machine", where, false);
  for (const auto& [key, place] : {std::pair("least", &metric.least), {"most", &metric.most}})
    if (object.contains(key)) *place = format::json_double(object, key, where);
  if (metric.from.find("..") != std::string::npos || metric.from.starts_with('/'))
    user_error("{}: from is {}, expected a file in the job's folder", where, escaped(metric.from));
  return metric;
}

/// A number of seconds or runs in a range.
double limited(const nlohmann::json& object, const char* key, double standard, double least,
               double most, const std::string& where) {
  const double value = format::json_double(object, key, where, standard);
  if (!(value >= least && value <= most))
    user_error("{}: {} is {}, expected from {} to {}", where, key, value, least, most);
  return value;
}

SuiteJob suite_job(const nlohmann::json& object, const std::string& list, size_t number) {
  std::string where = fmt::format("{}: job {}", list, number);
  format::expect_json_members(
      object, {"name", "command", "time_limit", "repeats", "most_repeats", "metrics"}, where);
  SuiteJob job;
  job.name = format::json_string(object, "name", where);
  const bool is_name =
      !job.name.empty() && std::all_of(job.name.begin(), job.name.end(), [](char c) {
        return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '-' || c == '_';
      });
  if (!is_name) user_error("{}: name is {}, expected a-z, 0-9, - and _", where, escaped(job.name));
  where = fmt::format("{}: {}", list, job.name);
  if (!object.contains("command") || !object["command"].is_array() || object["command"].empty())
    user_error("{}: command is missing; expected a list of words, without the program", where);
  for (const auto& word : object["command"]) {
    if (word.is_structured() || word.is_null())
      user_error("{}: found {} in command, expected texts and numbers", where,
                 format::json_found(word));
    job.command.push_back(word.is_string() ? word.get<std::string>() : word.dump());
  }
  job.time_limit = limited(object, "time_limit", 60, 0.1, 1e6, where);
  job.repeats = static_cast<int64_t>(limited(object, "repeats", 1, 1, kMostRepeats, where));
  job.most_repeats =
      static_cast<int64_t>(limited(object, "most_repeats", static_cast<double>(job.repeats),
                                   static_cast<double>(job.repeats), kMostRepeats, where));
  if (object.contains("metrics")) {
    if (!object["metrics"].is_object())
      user_error("{}: metrics is {}, expected an object", where,
                 format::json_found(object["metrics"]));
    for (const auto& [name, metric] : object["metrics"].items())
      job.metrics.push_back(suite_metric(name, metric, where + ": " + escaped(name)));
  }
  return job;
}

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

Suite parse_suite(const nlohmann::json& file, const std::string& where) {
  format::expect_json_members(file, {"name", "description", "time_limit", "jobs"}, where);
  Suite suite;
  suite.name = format::json_string(file, "name", where);
  suite.description = format::json_string(file, "description", where, "");
  suite.time_limit = limited(file, "time_limit", suite.time_limit, 1, 1e7, where);
  if (!file.contains("jobs") || !file["jobs"].is_array() || file["jobs"].empty())
    user_error("{}: jobs is missing; expected a list of {{name, command, ...}}", where);
  std::set<std::string> names;
  for (const auto& job : file["jobs"]) {
    suite.jobs.push_back(suite_job(job, where, suite.jobs.size() + 1));
    if (!names.insert(suite.jobs.back().name).second)
      user_error("{}: two jobs have the name {}", where, suite.jobs.back().name);
  }
  return suite;
}

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
