// SPDX-License-Identifier: Apache-2.0
// The training loop: batches in, steps, log, evaluation, checkpoints, an orderly stop.
#pragma once

#include <atomic>
#include <functional>
#include <nlohmann/json.hpp>
#include <optional>

#include "data/loader.h"
#include "train/programs.h"
#include "train/state.h"
#include "train/world.h"

namespace tutti::train {

struct TrainerOptions {
  World world = {};
  int64_t total_steps = 0;
  int64_t logging_steps = 500;
  // Each so many steps and behind the last, whatever its number; 0: never.
  int64_t save_steps = 0;  // a requeued run that was stopped behind the last need not train again
  int64_t evaluate_steps = 0;    // the last may be the best
  int64_t keep_checkpoints = 0;  // 0: all
  Path output;
  std::string metric;            // of evaluation
  bool larger_is_better = true;  // of the metric
  bool keep_best = false;        // the best step's checkpoint outlives keep_checkpoints
  int64_t patience = 0;  // evaluations without a better metric before the run ends; 0: never
  std::string data;      // what the features were made from, as a hash
  /// What else decides the run's bits, by name: a resume with another value is warned of.
  nlohmann::json settings = nlohmann::json::object();
};

struct LogEntry {
  int64_t step = 0;
  double epoch = 0;
  double loss = 0;  // mean over the steps since the last entry
  double gradient_norm = 0;
  double learning_rate = 0;
};

/// What a run tells and asks its caller; all are optional but write_extra_files.
struct TrainerHooks {
  std::function<void(const LogEntry&)> on_log;
  /// After each step, in order: steps done.
  std::function<void(int64_t step)> on_step;
  /// Each step's loss, in order, once it is read: at once, or on a device that runs ahead of the
  /// host when there is a log entry to write.
  std::function<void(int64_t step, double loss)> on_loss;
  /// Evaluates the current parameters: metric names and values; none where it was told to stop.
  std::function<std::map<std::string, double>(int64_t step)> evaluate;
  /// Puts into a checkpoint's folder what makes it a model: configuration and tokenizer files.
  std::function<void(const Path& folder)> write_extra_files;
};

enum class Outcome { finished, stopped };

/// A number of 1 or more asks the run to finish its step, save and return.
using StopFlag = std::atomic<int>;

class Trainer {
 public:
  Trainer(Programs& programs, TrainingState& state, data::Loader& loader, TrainerOptions options,
          TrainerHooks hooks, StopFlag& stop);

  /// Continues what `folder`/trainer_state.json says; the state was read by the caller.
  void resume(const Path& folder);
  Outcome run();

  int64_t step() const { return step_; }
  std::optional<int64_t> best_step() const { return best_step_; }
  int64_t steps_left_out() const { return steps_left_out_; }
  /// As trainer_state.json: global_step, max_steps, epoch, log_history, best_metric, ...
  nlohmann::json report() const;

 private:
  /// What a step said of itself, still on the device.
  struct Report {
    int64_t step;  // from 0
    step::Report<backend::Buffer> values;
  };
  Outcome run_steps();
  void run_step();
  /// Runs @step on batches, or @apply on sums, and takes the new state.
  void update(const std::string& function, const task::BatchShape& shape, DeviceBuffers inputs);
  std::vector<std::vector<data::Batch>> batches_of(int64_t step);
  bool log_due() const;
  /// Waits for the steps that were begun, logs them and warns of what is not finite.
  void read_reports();
  /// A loss that is not finite is in no mean.
  void log_step(const Report& report, bool finite);
  /// Tells that so many steps are done.
  void announce(int64_t steps);
  bool is_due(int64_t steps) const;
  bool evaluation_due() const;
  void evaluate();
  void save();
  double epoch() const;

  Programs& programs_;
  TrainingState& state_;
  data::Loader& loader_;
  TrainerOptions options_;
  TrainerHooks hooks_;
  StopFlag& stop_;

  int64_t step_ = 0;            // steps begun: the state is the one behind them
  std::vector<Report> unread_;  // of the last of them
  int64_t announced_ = 0;
  int64_t saved_step_ = -1;
  double loss_sum_ = 0;  // since the last log entry
  int64_t loss_count_ = 0;
  double total_loss_ = 0;       // of the steps that were finite
  int64_t steps_left_out_ = 0;  // those that were not
  nlohmann::json history_ = nlohmann::json::array();
  std::optional<double> best_metric_;
  std::optional<int64_t> best_step_;
  int64_t evaluations_without_gain_ = 0;
};

}  // namespace tutti::train
