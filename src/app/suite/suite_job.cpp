// SPDX-License-Identifier: Apache-2.0
// The runs of one job of a suite.
#include <algorithm>

#include "app/suite/suite_command.h"
#include "app/suite/suites.h"
#include "base/log.h"
#include "base/processors.h"
#include "base/text.h"
#include "base/threads.h"
#include "base/version.h"
#include "format/json.h"
#include "report/judge.h"
#include "report/suite_result.h"

namespace tutti::app {
namespace {

using report::SuiteJob;
using report::SuiteRun;

std::string replaced(std::string text, const std::string& what, const std::string& by) {
  for (size_t at = 0; (at = text.find(what, at)) != std::string::npos; at += by.size())
    text.replace(at, what.size(), by);
  return text;
}

/// The number at "a.0.b"; the median for a list of numbers.
std::optional<double> number_at(const nlohmann::json& value, const std::string& key) {
  const nlohmann::json* at = &value;
  for (size_t begin = 0; begin <= key.size();) {
    const size_t end = std::min(key.find('.', begin), key.size());
    const std::string part = key.substr(begin, end - begin);
    begin = end + 1;
    const bool is_index = !part.empty() && part.size() < 9 &&
                          part.find_first_not_of("0123456789") == std::string::npos;
    if (at->is_array() && is_index && std::stoul(part) < at->size())
      at = &(*at)[std::stoul(part)];
    else if (at->is_object() && at->contains(part))
      at = &(*at)[part];
    else
      return std::nullopt;
  }
  if (at->is_number()) return at->get<double>();
  std::vector<double> values;
  if (at->is_array())
    for (const auto& one : *at)
      if (one.is_number()) values.push_back(one.get<double>());
  if (values.empty()) return std::nullopt;
  return median_of(values);
}

}  // namespace

report::JobResult SuiteCommand::judged(const SuiteJob& job) {
  const JobRuns& runs = runs_[job.name];
  report::JobResult result = report::judge_job(job, runs.now, runs.before, baseline_, machine_);
  if (runs.now.empty()) result.failure = failed_need(job);
  return result;
}

std::string SuiteCommand::failed_need(const SuiteJob& job) {
  for (const SuiteJob& other : suite_.jobs) {
    if (&other == &job) break;  // those after it have not run
    const std::string folder = "{job:" + other.name + "}";
    const bool is_needed = std::any_of(
        job.command.begin(), job.command.end(),
        [&](const std::string& word) { return word.find(folder) != std::string::npos; });
    const auto& runs = runs_[other.name].now;
    const bool failed = std::any_of(runs.begin(), runs.end(),
                                    [](const SuiteRun& run) { return !run.failure.empty(); });
    if (is_needed && (failed || !failed_need(other).empty())) return other.name + " failed";
  }
  return "";
}

bool SuiteCommand::is_settled(const SuiteJob& job) {
  const auto count = static_cast<int64_t>(runs_[job.name].now.size());
  if (count < job.repeats) {
    const auto& runs = runs_[job.name].now;
    return std::any_of(runs.begin(), runs.end(),
                       [](const SuiteRun& run) { return !run.failure.empty(); });
  }
  if (count >= job.most_repeats) return true;
  const report::JobResult result = judged(job);
  return std::none_of(result.metrics.begin(), result.metrics.end(), [](const auto& metric) {
    return metric.judgement && metric.judgement->trend == report::Trend::unclear;
  });
}

bool SuiteCommand::run_job(const SuiteJob& job) {
  while (!is_settled(job)) {
    JobRuns& runs = runs_[job.name];
    const size_t number = runs.now.size() + 1;
    std::optional<SuiteRun> now, before;
    // Alternately, each going first every other time, so that neither has an advantage.
    const bool compared = !arguments_.against.empty();
    if (compared && number % 2 == 0) {
      before = run_once(job, arguments_.against, fmt::format("{}-before", number));
      if (!before) return false;
    }
    now = run_once(job, kProgramItself, fmt::format("{}", number));
    if (!now) return false;
    if (compared && !before) {
      before = run_once(job, arguments_.against, fmt::format("{}-before", number));
      if (!before) return false;
    }
    if (before && !before->failure.empty())
      user_error("--against {}: {} {}; only a program that runs the suite can be compared with",
                 escaped(arguments_.against, 1000), job.name, before->failure);
    runs.now.push_back(*now);
    if (before) runs.before.push_back(*before);
    write_state(false);
  }
  return true;
}

Path SuiteCommand::folder_of(const std::string& job, const std::string& run) const {
  return std::filesystem::absolute(output_ / "jobs" / job / run).lexically_normal();
}

std::vector<std::string> SuiteCommand::words_of(const SuiteJob& job, const std::string& program,
                                                const Path& folder) const {
  std::vector<std::string> words = {program};
  for (std::string word : job.command) {
    word = replaced(word, "{output}", folder.string());
    word = replaced(word, "{data}", std::filesystem::absolute(data_).lexically_normal().string());
    for (const SuiteJob& other : suite_.jobs)
      word = replaced(word, "{job:" + other.name + "}", folder_of(other.name, "1").string());
    words.push_back(word);
  }
  return words;
}

std::optional<SuiteRun> SuiteCommand::run_once(const SuiteJob& job, const std::string& program,
                                               const std::string& name) {
  const Path folder = folder_of(job.name, name);
  std::filesystem::remove_all(folder);
  std::filesystem::create_directories(folder);
  const std::vector<std::string> words = words_of(job, program, folder);
  log_info("{}, run {}", job.name, name);
  const Path out = Path(folder) += ".out", error = Path(folder) += ".err";
  const double slowdown = slowdown_by_others(available_cpus());
  slowest_ = std::max(slowest_, slowdown);
  const JobEnd end = run_job_process(words, out, error, job.time_limit, slowdown, stop_);
  if (end.stopped) return std::nullopt;
  SuiteRun run{end.failure, end.seconds, {}};
  if (run.failure.empty()) read_metrics_of(job, folder, out, end, run);
  return run;
}

void SuiteCommand::read_metrics_of(const SuiteJob& job, const Path& folder, const Path& out,
                                   const JobEnd& end, SuiteRun& run) const {
  const nlohmann::json process = {{"seconds", end.seconds},
                                  {"processor_seconds", end.processor_seconds},
                                  {"peak_bytes", end.peak_bytes}};
  for (const report::SuiteMetric& metric : job.metrics) {
    std::optional<double> value;
    try {
      if (metric.from.empty()) value = number_at(process, metric.key);
      if (!value)
        value = number_at(format::read_json(metric.from.empty() ? out : folder / metric.from),
                          metric.key);
    } catch (const UserError& error) {
      run.failure = fmt::format("{}: {}", metric.name, error.what());
      return;
    }
    if (!value) {
      run.failure = fmt::format("{}: there is no number {} in {}", metric.name, metric.key,
                                metric.from.empty() ? "its output" : metric.from);
      return;
    }
    run.metrics[metric.name] = *value;
  }
}

}  // namespace tutti::app
