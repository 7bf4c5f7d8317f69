// SPDX-License-Identifier: Apache-2.0
// A run of a suite of jobs, from its arguments to its report.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "app/process/global_options.h"
#include "app/process/job_process.h"
#include "app/process/signals.h"
#include "app/suite/suite_arguments.h"
#include "app/suite/suite_data.h"
#include "app/suite/suites.h"
#include "base/error.h"
#include "base/files.h"
#include "report/baseline.h"
#include "report/suite.h"
#include "report/suite_result.h"
#include "train/trainer.h"

namespace tutti::app {

/// The runs of one job, by this program and by the one it is compared with.
struct JobRuns {
  std::vector<report::SuiteRun> now, before;
};

class SuiteCommand {
 public:
  SuiteCommand(const GlobalOptions& global, const SuiteArguments& arguments);

  ExitCode run();

 private:
  /// The requested suite of Tutti's own; null: a file.
  const OwnSuite* own_suite() const;

  /// Reads its file, which may be missing unless the user names it.
  void read_baseline();

  std::string identity() const;

  /// Resumes a stopped run of this suite with this program.
  void read_state();

  void write_state(bool done) const;

  double seconds_spent() const;

  report::JobResult judged(const report::SuiteJob& job);

  /// "train failed", for a job that uses the folder of a job that failed or was therefore not run;
  /// empty for others.
  std::string failed_need(const report::SuiteJob& job);

  /// Whether a job has enough runs to judge it.
  bool is_settled(const report::SuiteJob& job);

  /// Returns false if a signal stopped it.
  bool run_job(const report::SuiteJob& job);

  Path folder_of(const std::string& job, const std::string& run) const;

  /// The words of the job's command, with its folders filled in.
  std::vector<std::string> words_of(const report::SuiteJob& job, const std::string& program,
                                    const Path& folder) const;

  std::optional<report::SuiteRun> run_once(const report::SuiteJob& job, const std::string& program,
                                           const std::string& name);

  void read_metrics_of(const report::SuiteJob& job, const Path& folder, const Path& out,
                       const JobEnd& end, report::SuiteRun& run) const;

  ExitCode finish();

  std::string compared_with() const;

  void update_baseline(const report::SuiteResult& result) const;

  const GlobalOptions& global_;
  const SuiteArguments& arguments_;
  const train::StopFlag& stop_ = watch_signals();
  const Path output_;
  std::string text_, machine_, identity_;
  report::Suite suite_;
  Path data_, baseline_file_;
  std::optional<report::Baseline> baseline_;
  std::map<std::string, JobRuns> runs_;
  double slowest_ = 1;  // the largest slowdown caused by other load on the machine
};

}  // namespace tutti::app
