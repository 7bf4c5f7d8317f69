// SPDX-License-Identifier: Apache-2.0
// What a training measures, for those who watch it: event files of TensorBoard and metrics.jsonl.
#pragma once

#include <chrono>
#include <map>
#include <optional>

#include "app/commands.h"
#include "data/loader.h"
#include "format/tfevents.h"
#include "report/metrics_log.h"
#include "train/trainer.h"

namespace tutti::app {

/// Checks --report_to: all, none, or names separated by commas; another word is a UserError.
void expect_reports(const TrainArguments& arguments);

class RunMetrics {
 public:
  /// Opens the files that --report_to asks for. Lines of metrics.jsonl up to step `last_kept` stay,
  /// -1 keeps none; `history` is trainer_state.json's log of the run that is resumed. `loader` is
  /// null where nothing is trained.
  RunMetrics(const TrainArguments& arguments, int64_t last_kept, const nlohmann::json& history,
             data::Loader* loader);

  void log(const train::LogEntry& entry);
  /// An evaluation during the training, or after it. `metrics` have no "eval_" before their names.
  void evaluated(int64_t step, const std::map<std::string, double>& metrics, bool final);
  /// The processes met again, after `step` steps.
  void regrouped(const comm::Regrouping& regrouping, int64_t step);
  /// Makes what was written durable.
  void sync();

 private:
  using Clock = std::chrono::steady_clock;
  using Values = std::vector<std::pair<std::string, double>>;

  void write(report::MetricsLine::Phase phase, int64_t step, const Values& tagged, Values line,
             const std::string& cause = "");
  /// Of the features of the steps [first, last), counted from 0.
  int64_t tokens_of(int64_t first, int64_t last);
  /// Samples and tokens so far, and their rates since the last entry.
  void add_rates(Values& line, int64_t step);

  data::Loader* loader_;
  std::optional<format::EventWriter> events_;
  std::optional<report::MetricsLog> log_;
  int64_t step_ = 0, samples_ = 0, tokens_ = 0;  // at the last entry
  Clock::time_point since_ = Clock::now();       // the last entry
  double evaluating_ = 0;                        // seconds since then
};

}  // namespace tutti::app
