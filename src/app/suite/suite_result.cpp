// SPDX-License-Identifier: Apache-2.0
// The final output of a suite.
#include "report/suite_result.h"

#include <algorithm>

#include "app/process/output.h"
#include "app/suite/suite_command.h"
#include "app/suite/suites.h"
#include "base/calendar.h"
#include "base/log.h"
#include "base/text.h"
#include "base/version.h"
#include "report/suite_report.h"

namespace tutti::app {
namespace {

using Json = nlohmann::ordered_json;
using report::SuiteJob;

constexpr const char* kSuiteTime = "%Y-%m-%dT%H:%M:%SZ";

}  // namespace

ExitCode SuiteCommand::finish() {
  report::SuiteResult result{
      suite_.name, suite_.description, fmt::format("tutti {}, {}", kVersion, utc_now(kSuiteTime)),
      machine_,    compared_with(),    {}};
  for (const SuiteJob& job : suite_.jobs) result.jobs.push_back(judged(job));
  write_file_atomically(output_ / "junit.xml", report::suite_junit(result));
  write_file_atomically(output_ / "suite.html", report::suite_html(result));
  const Json json = report::suite_json(result);
  write_file_atomically(output_ / "suite_results.json", json.dump(2) + "\n");
  write_state(true);
  if (global_.json)
    write_result_json(json);
  else
    write_text(report::suite_text(result));
  const bool kept = arguments_.update_baseline.empty();
  const bool failed = std::any_of(result.jobs.begin(), result.jobs.end(), [](const auto& job) {
    return job.state == report::JobState::failed || job.state == report::JobState::not_run;
  });
  // A new baseline confirms that a change was intended; it does not excuse failures.
  if (!kept && failed)
    log_warning("the baseline stays as it is: not every job ran and met its bounds");
  else if (!kept)
    update_baseline(result);
  return (kept ? result.passed() : !failed) ? ExitCode::done : ExitCode::check_failed;
}

std::string SuiteCommand::compared_with() const {
  if (!arguments_.against.empty()) return "compared with " + arguments_.against + ", in turn";
  if (!baseline_) return "compared with nothing: there is no baseline yet";
  return fmt::format("compared with version {} of the baseline, {}: {}", baseline_->version,
                     baseline_->updated, baseline_->description);
}

void SuiteCommand::update_baseline(const report::SuiteResult& result) const {
  report::Baseline next = report::baseline_of(result.jobs);
  next.updated = utc_now(kSuiteTime);
  next.description = arguments_.update_baseline;
  next.machine = machine_;
  const report::Baseline whole =
      report::updated_baseline(baseline_.value_or(report::Baseline()), std::move(next));
  write_file_atomically(baseline_file_, report::baseline_json(whole).dump(2) + "\n");
  log_info("{} is version {} of the baseline", escaped(baseline_file_.string(), 1000),
           whole.version);
}

}  // namespace tutti::app
