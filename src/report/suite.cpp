// SPDX-License-Identifier: Apache-2.0
#include "report/suite.h"

#include <algorithm>
#include <set>

#include "base/error.h"
#include "base/text.h"
#include "format/json.h"

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

}  // namespace tutti::report
