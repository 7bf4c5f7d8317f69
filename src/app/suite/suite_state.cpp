// SPDX-License-Identifier: Apache-2.0
// A suite's state between its runs.
#include "app/suite/suite_command.h"
#include "app/suite/suites.h"
#include "base/log.h"
#include "base/text.h"
#include "base/version.h"
#include "format/json.h"
#include "report/suite_result.h"

namespace tutti::app {
namespace {

using Json = nlohmann::ordered_json;
using report::SuiteRun;

constexpr const char* kSuiteState = "suite_state.json";

Json json_of(const SuiteRun& run) {
  return {{"failure", run.failure}, {"seconds", run.seconds}, {"metrics", run.metrics}};
}

SuiteRun run_from(const nlohmann::json& json, const std::string& where) {
  SuiteRun run{
      format::json_string(json, "failure", where), format::json_double(json, "seconds", where), {}};
  for (const auto& [name, value] : json.at("metrics").items())
    if (value.is_number()) run.metrics[name] = value.get<double>();
  return run;
}

}  // namespace

void SuiteCommand::read_state() {
  identity_ = identity();
  const Path file = output_ / kSuiteState;
  const std::string where = escaped(file.string(), 1000);
  if (std::filesystem::exists(file)) {
    const nlohmann::json state = format::read_json(file);
    const bool same = format::json_string(state, "identity", where) == identity_;
    if (same && !format::json_bool(state, "done", where) && state.contains("jobs")) {
      for (const auto& [name, runs] : state["jobs"].items())
        for (const auto& [list, place] :
             {std::pair("now", &runs_[name].now), {"before", &runs_[name].before}})
          for (const auto& run : runs.at(list)) place->push_back(run_from(run, where));
      log_info("resuming the suite in {}", escaped(output_.string(), 1000));
      return;
    }
  } else if (std::filesystem::exists(output_ / "jobs")) {
    user_error(
        "--output {}: the folder has jobs, but no {}; expected a suite's folder or a new one",
        escaped(output_.string(), 1000), kSuiteState);
  }
  std::error_code failure;
  std::filesystem::remove_all(output_ / "jobs", failure);
  write_state(false);
}

void SuiteCommand::write_state(bool done) const {
  Json jobs = Json::object();
  for (const auto& [name, runs] : runs_) {
    Json& job = jobs[name] = {{"now", Json::array()}, {"before", Json::array()}};
    for (const SuiteRun& run : runs.now) job["now"].push_back(json_of(run));
    for (const SuiteRun& run : runs.before) job["before"].push_back(json_of(run));
  }
  const Json state = {{"identity", identity_}, {"done", done}, {"jobs", jobs}};
  write_file_atomically(output_ / kSuiteState, state.dump(1) + "\n");
}

double SuiteCommand::seconds_spent() const {
  double seconds = 0;
  for (const auto& [name, job] : runs_)
    for (const auto* runs : {&job.now, &job.before})
      for (const SuiteRun& run : *runs) seconds += run.seconds;
  return seconds;
}

}  // namespace tutti::app
