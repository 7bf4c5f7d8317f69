// SPDX-License-Identifier: Apache-2.0
// What a training measures, for those who watch it: event files of TensorBoard, metrics.jsonl, and
// a run at an MLflow server.
#pragma once

#include <chrono>
#include <map>
#include <optional>

#include "counters/counters.h"
#include "data/loader.h"
#include "format/tfevents.h"
#include "metrics/metrics_line.h"
#include "metrics/metrics_log.h"
#include "run/context.h"
#include "run/train_settings.h"
#include "tracking/uploader.h"
#include "train/trainer.h"

namespace tutti::run {

/// Checks --report_to: none, or names separated by commas; another word is a UserError.
void expect_reports(const TrainSettings& settings);
/// Checks what the environment says of a server that --report_to asks for: the first process of a
/// training needs it.
void expect_server(const TrainSettings& settings, const Context& context);

class RunMetrics {
 public:
  /// Opens the files that --report_to asks for. Lines of metrics.jsonl up to step `last_kept` stay,
  /// -1 keeps none; `history` is trainer_state.json's log of the run that is resumed, and
  /// `resumed_from` its checkpoint, empty where there is none. `loader` is null where nothing is
  /// trained.
  RunMetrics(const TrainSettings& settings, const Context& context, int64_t last_kept,
             const nlohmann::json& history, data::Loader* loader, const Path& resumed_from = {});
  ~RunMetrics();
  RunMetrics(const RunMetrics&) = delete;
  RunMetrics& operator=(const RunMetrics&) = delete;

  void log(const train::LogEntry& entry);
  /// An evaluation during the training, or after it. `metrics` have no "eval_" before their names.
  void evaluated(int64_t step, const std::map<std::string, double>& metrics, bool final);
  /// The processes met again, after `step` steps.
  void regrouped(const comm::Regrouping& regrouping, int64_t step);
  /// Makes what was written durable, and puts into a checkpoint what a resumed run needs of it.
  void save(const Path& checkpoint);
  /// The run has reached its end. An MLflow server is told when this object ends: one that did not
  /// call it was stopped, or has failed where it ends with an exception.
  void finish() { is_finished_ = true; }

 private:
  using Clock = std::chrono::steady_clock;
  using Values = std::vector<std::pair<std::string, double>>;

  void begin_upload(const Path& resumed_from, bool is_new, const Context& context);
  void write(metrics::MetricsLine::Phase phase, int64_t step, const Values& tagged, Values line,
             const std::string& cause = "");
  /// A full disk costs entries of a log; the training is worth more.
  void keep(const std::function<void()>& write_entries);
  /// What the hardware says, at most once a second: reading it takes time too.
  void add_counters(Values& values);
  /// Samples and tokens so far, and their rates since the last entry.
  void add_rates(Values& line, int64_t step);

  data::Loader* loader_;
  std::optional<format::EventWriter> events_;
  counters::Counters counters_;
  std::optional<Clock::time_point> counted_;  // when they were last added
  std::optional<metrics::MetricsLog> log_;
  Path output_;
  std::optional<tracking::RunRecord> record_;  // where an MLflow server is told
  std::optional<tracking::Uploader> uploader_;
  bool is_finished_ = false, lacks_entries_ = false;
  int64_t step_ = 0, samples_ = 0, tokens_ = 0;  // at the last entry
  Clock::time_point since_ = Clock::now();       // the last entry
  double evaluating_ = 0;                        // seconds since then
};

}  // namespace tutti::run
