// SPDX-License-Identifier: Apache-2.0
// A suite's results for people and for continuous integration.
// Source of the XML: JUnit's schema as Jenkins, GitLab and GitHub's actions read it.
#include <fmt/format.h>

#include "base/text.h"
#include "pages/page.h"
#include "report/judge.h"
#include "report/suite_report.h"
#include "report/suite_result.h"

namespace tutti::report {
namespace {

using pages::escaped_html;
using Json = nlohmann::ordered_json;

std::string word_of(JobState state) {
  switch (state) {
    case JobState::passed:
      return "passed";
    case JobState::failed:
      return "FAILED";
    case JobState::regressed:
      return "REGRESSED";
    case JobState::not_run:
      break;
  }
  return "not run";
}

double seconds_of(const JobResult& job) {
  double seconds = 0;
  for (const SuiteRun& run : job.runs) seconds += run.seconds;
  return seconds;
}

std::string change_text(const MetricResult& result) {
  if (!result.note.empty()) return result.note;
  if (!result.judgement) return "";
  const Judgement& judgement = *result.judgement;
  const char* word = judgement.trend == Trend::worse     ? "worse"
                     : judgement.trend == Trend::unclear ? "unclear"
                                                         : "same";
  return fmt::format("{}: {:+.1f} % ± {:.1f}", word, judgement.change_percent,
                     judgement.error_percent);
}

std::string before_text(const MetricResult& result) {
  return result.before ? fmt::format("{:.6g}", *result.before) : "";
}

size_t count_of(const SuiteResult& result, JobState state) {
  size_t count = 0;
  for (const JobResult& job : result.jobs) count += job.state == state ? 1 : 0;
  return count;
}

std::string counts_text(const SuiteResult& result) {
  return fmt::format(
      "{} of {} passed, {} failed, {} regressed, {} not run", count_of(result, JobState::passed),
      counted(static_cast<int64_t>(result.jobs.size()), "job"), count_of(result, JobState::failed),
      count_of(result, JobState::regressed), count_of(result, JobState::not_run));
}

std::string jobs_html(const SuiteResult& result) {
  std::vector<std::vector<std::string>> rows;
  for (const JobResult& job : result.jobs)
    rows.push_back({job.job->name, word_of(job.state), fmt::format("{}", job.runs.size()),
                    fmt::format("{:.1f} s", seconds_of(job)), job.failure});
  return pages::table_html({"job", "result", "runs", "time", "why"}, rows, 9);
}

std::string metrics_html(const JobResult& job) {
  std::vector<std::vector<std::string>> rows;
  for (const MetricResult& metric : job.metrics)
    rows.push_back({metric.metric->name, fmt::format("{:.6g}", metric.value), before_text(metric),
                    change_text(metric)});
  return pages::table_html({"metric", "value", "before", "change"}, rows);
}

}  // namespace

std::string suite_text(const SuiteResult& result) {
  std::string text;
  for (const JobResult& job : result.jobs) {
    text += fmt::format("{:<24}{:<12}{:>8.1f} s  {}\n", job.job->name, word_of(job.state),
                        seconds_of(job), job.failure);
    for (const MetricResult& metric : job.metrics)
      text += fmt::format("  {:<32}{:>14.6g}{:>14}  {}\n", metric.metric->name, metric.value,
                          before_text(metric), change_text(metric));
  }
  return text + counts_text(result) + "\n";
}

std::string suite_junit(const SuiteResult& result) {
  double total = 0;
  std::string cases;
  for (const JobResult& job : result.jobs) {
    total += seconds_of(job);
    cases += fmt::format("  <testcase classname=\"{}\" name=\"{}\" time=\"{:.3f}\">\n",
                         escaped_html(result.name), escaped_html(job.job->name), seconds_of(job));
    if (job.state == JobState::not_run)
      cases += "    <skipped message=\"not run\"/>\n";
    else if (job.state != JobState::passed)
      cases += fmt::format("    <failure type=\"{}\" message=\"{}\"/>\n",
                           job.state == JobState::failed ? "failure" : "regression",
                           escaped_html(job.failure));
    std::string out;
    for (const MetricResult& metric : job.metrics)
      out +=
          fmt::format("{} = {:.6g} {}\n", metric.metric->name, metric.value, change_text(metric));
    if (!out.empty()) cases += fmt::format("    <system-out>{}</system-out>\n", escaped_html(out));
    cases += "  </testcase>\n";
  }
  return fmt::format(
      "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuite name=\"{}\" tests=\"{}\" "
      "failures=\"{}\" errors=\"0\" skipped=\"{}\" time=\"{:.3f}\">\n{}</testsuite>\n",
      escaped_html(result.name), result.jobs.size(),
      count_of(result, JobState::failed) + count_of(result, JobState::regressed),
      count_of(result, JobState::not_run), total, cases);
}

std::string suite_html(const SuiteResult& result) {
  std::string body = fmt::format("<p class=\"{}\">{}</p>\n<p class=\"faint\">{}; {}; {}</p>\n",
                                 result.passed() ? "passed" : "failed",
                                 escaped_html(counts_text(result)), escaped_html(result.made),
                                 escaped_html(result.machine), escaped_html(result.compared_with));
  if (!result.description.empty())
    body += fmt::format("<p>{}</p>\n", escaped_html(result.description));
  body += pages::section_html("Jobs", jobs_html(result));
  for (const JobResult& job : result.jobs)
    body += pages::section_html(job.job->name, metrics_html(job));
  return pages::page_html("Suite " + result.name, body);
}

Json suite_json(const SuiteResult& result) {
  Json jobs = Json::array();
  for (const JobResult& job : result.jobs) {
    Json metrics = Json::object();
    for (const MetricResult& metric : job.metrics) {
      Json& one = metrics[metric.metric->name];
      one["value"] = metric.value;
      if (metric.before) one["before"] = *metric.before;
      if (metric.judgement) {
        one["change_percent"] = metric.judgement->change_percent;
        one["error_percent"] = metric.judgement->error_percent;
        one["worse"] = metric.judgement->trend == Trend::worse;
      }
    }
    jobs.push_back({{"name", job.job->name},
                    {"result", word_of(job.state)},
                    {"why", job.failure},
                    {"runs", job.runs.size()},
                    {"seconds", seconds_of(job)},
                    {"metrics", metrics}});
  }
  return {{"suite", result.name},
          {"passed", result.passed()},
          {"machine", result.machine},
          {"compared_with", result.compared_with},
          {"jobs", jobs}};
}

}  // namespace tutti::report
