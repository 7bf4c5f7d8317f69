// SPDX-License-Identifier: Apache-2.0
// Publishes a training's measurements: TensorBoard event files, metrics.jsonl, and a run on an
// MLflow server.
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

/// Checks --report_to: none, or names separated by commas. Throws a UserError for other words.
void expect_reports(const TrainSettings& settings);
/// Checks the environment's settings of the server in --report_to, which a training's first process
/// needs.
void expect_server(const TrainSettings& settings, const Context& context);

class RunMetrics {
 public:
  /// Opens the files of --report_to. Keeps lines of metrics.jsonl up to step `last_kept`; -1 keeps
  /// none. `history` is trainer_state.json's log of the resumed run, and `resumed_from` its
  /// checkpoint, or empty. `loader` is null without training.
  RunMetrics(const TrainSettings& settings, const Context& context, int64_t last_kept,
             const nlohmann::json& history, data::Loader* loader, const Path& resumed_from = {});
  ~RunMetrics();
  RunMetrics(const RunMetrics&) = delete;
  RunMetrics& operator=(const RunMetrics&) = delete;

  void log(const train::LogEntry& entry);
  /// Logs an evaluation during or after the training. Names in `metrics` lack the prefix "eval_".
  void evaluated(int64_t step, const std::map<std::string, double>& metrics, bool final);
  /// Logs that the processes regrouped after `step` steps.
  void regrouped(const comm::Regrouping& regrouping, int64_t step);
  /// Makes all writes durable, and adds the data that a resumed run needs to a checkpoint.
  void save(const Path& checkpoint);
  /// Marks the run as finished. The destructor informs an MLflow server: a run without this call
  /// was stopped, or failed if an exception ends it.
  void finish() { is_finished_ = true; }

 private:
  using Clock = std::chrono::steady_clock;
  using Values = std::vector<std::pair<std::string, double>>;

  void begin_upload(const Path& resumed_from, bool is_new, const Context& context);
  void write(metrics::MetricsLine::Phase phase, int64_t step, const Values& tagged, Values line,
             const std::string& cause = "");
  /// A full disk loses log entries but must not stop the training.
  void keep(const std::function<void()>& write_entries);
  /// Adds hardware counters, at most once a second, because reading them takes time.
  void add_counters(Values& values);
  /// Samples and tokens so far, and their rates since the last entry.
  void add_rates(Values& line, int64_t step);

  data::Loader* loader_;
  std::optional<format::EventWriter> events_;
  counters::Counters counters_;
  std::optional<Clock::time_point> counted_;  // when they were last added
  std::optional<metrics::MetricsLog> log_;
  Path output_;
  std::optional<tracking::RunRecord> record_;  // if there is an MLflow server
  std::optional<tracking::Uploader> uploader_;
  bool is_finished_ = false, lacks_entries_ = false;
  int64_t step_ = 0, samples_ = 0, tokens_ = 0;  // at the last entry
  Clock::time_point since_ = Clock::now();       // the last entry
  double evaluating_ = 0;                        // seconds spent evaluating since then
};

}  // namespace tutti::run
