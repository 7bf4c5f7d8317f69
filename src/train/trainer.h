// SPDX-License-Identifier: Apache-2.0
// The training loop: it takes batches, runs steps, logs, evaluates, saves checkpoints and stops in
// an orderly way when it is asked to.
#pragma once

#include <atomic>
#include <functional>
#include <nlohmann/json.hpp>
#include <optional>

#include "data/loader.h"
#include "train/checkpoint_writer.h"
#include "train/processes.h"
#include "train/programs.h"
#include "train/state.h"
#include "train/world.h"

namespace tutti::train {

struct TrainerOptions {
  World world = {};
  Processes* processes = nullptr;  // of a distributed training; null: one process
  int64_t total_steps = 0;
  int64_t logging_steps = 500;  // interval between log entries, in steps
  // Intervals between checkpoints and between evaluations, in steps; 0: never. Both also happen
  // after the last step, so that a run that is resumed there need not train, and as the last step
  // may be the best.
  int64_t save_steps = 0;
  int64_t evaluate_steps = 0;
  // Interval between comparisons of the processes' states, in steps. They are also compared before
  // each evaluation and checkpoint. 0: never.
  int64_t check_steps = 0;
  int64_t keep_checkpoints = 0;  // 0: all
  bool save_async = true;        // checkpoints are written while the next steps run
  bool save_sharded = false;     // each process writes a part of them
  Path output;
  std::string metric;            // which evaluation metric decides which step is best
  bool larger_is_better = true;  // for that metric
  bool keep_best = false;        // the best step's checkpoint outlives keep_checkpoints
  int64_t patience = 0;  // evaluations without a better metric before the run ends; 0: never
  std::string data;      // a hash of what the features were made from
  /// Other settings that decide the run's bits. Resuming with another value is a warning.
  nlohmann::json settings = nlohmann::json::object();
};

struct LogEntry {
  int64_t step = 0;
  double epoch = 0;
  double loss = 0;  // mean over the steps since the last entry
  double gradient_norm = 0;
  double learning_rate = 0;
  std::vector<ProcessLoad> loads = {};  // by rank, where there are several processes
};

/// Whether checkpoints are written before the last step.
bool saves_on_the_way(const TrainerOptions& options);

/// Callbacks of a run. All but write_extra_files are optional.
struct TrainerHooks {
  std::function<void(const LogEntry&)> on_log;
  /// Called after each step, in order, with the number of steps that are done.
  std::function<void(int64_t step)> on_step;
  /// Called with each step's loss, in order, when the loss is read: after the step, or with the
  /// next log entry on a device that runs ahead of the host.
  std::function<void(int64_t step, double loss)> on_loss;
  /// Called before each step with an empty `lack`, and again with the device's message where the
  /// gradients did not fit into its memory. It may cut the loader's steps into smaller
  /// micro-batches and call the programs' forget(), and returns whether it did. It throws a
  /// UserError if the run cannot continue.
  std::function<bool(int64_t step, const std::string& lack)> fit_batches;
  /// Evaluates the current parameters and returns metrics by name; empty if it was asked to stop.
  /// Every process that has this callback calls it, and the metrics of rank 0 count.
  std::function<std::map<std::string, double>(int64_t step)> evaluate;
  /// Called after the processes have regrouped, with the number of steps done. `becomes_first`:
  /// this process has become rank 0.
  std::function<void(const comm::Regrouping&, int64_t steps, bool becomes_first)> on_regroup;
  /// Called by rank 0 when the run has finished, while the others wait. If it dies meanwhile, the
  /// next rank 0 calls it.
  std::function<void()> on_finish;
  /// Writes a model's other files, configuration and tokenizer, into a checkpoint's folder. Called
  /// by the thread that writes checkpoints, while steps run.
  std::function<void(const Path& folder)> write_extra_files;
};

/// The number of consecutive steps with a loss or gradients that are not finite that ends a run.
inline constexpr int64_t kMostNonfinite = 10;

enum class Outcome { finished, stopped };

/// Set to 1 or more, it asks the run to finish its step, save and return.
using StopFlag = std::atomic<int>;

class Trainer {
 public:
  Trainer(Programs& programs, TrainingState& state, data::Loader& loader, TrainerOptions options,
          TrainerHooks hooks, StopFlag& stop);

  /// Continues the run that `folder`/trainer_state.json describes. The caller has read the state.
  /// Only rank 0 reads the folder.
  void resume(const Path& folder);
  Outcome run();

  int64_t step() const { return step_; }
  std::optional<int64_t> best_step() const { return best_step_; }
  /// The number of steps whose loss or gradients were not finite. kMostNonfinite of them in a row,
  /// overflows of fp16 not counted, are a UserError.
  int64_t steps_left_out() const { return steps_left_out_; }
  /// The content of trainer_state.json: global_step, max_steps, epoch, log_history, ...
  nlohmann::json report() const;

 private:
  /// The report of a step, still on the device.
  struct Report {
    int64_t step;  // from 0
    step::Report<backend::Buffer> values;
  };
  Outcome run_steps();
  /// Whether `patience` evaluations in a row brought no gain. Logs it.
  bool has_no_gain() const;
  void run_step();
  /// The step of a process that is alone: its micro-batches are made smaller where they do not fit.
  void run_own_step();
  bool runs_whole_step(const std::vector<std::vector<data::Batch>>& rounds);
  bool writes() const { return options_.processes ? options_.processes->is_first() : true; }
  /// Whether this process writes checkpoints or a part of them.
  bool takes_part_in_saving() const { return shares_saving() || writes(); }
  bool shares_saving() const { return options_.save_sharded && options_.processes; }
  bool is_stopped() const { return options_.processes ? stop_agreed_ : stop_ > 0; }
  void resume(const nlohmann::json& saved, const std::string& where);
  /// Takes over what report() gave.
  void restore(const nlohmann::json& saved, const std::string& where);
  /// Does what comes after the last step, and ends with the others. That the first process cannot
  /// write the model is an io_error in all.
  void finish(Outcome outcome);
  /// The processes meet again, and continue from the state of the furthest one.
  void regroup(const std::string& cause);
  void take_over(const nlohmann::json& saved, bool was_first);
  /// Changes the state by the sums of a step.
  void apply(DeviceBuffers sums);
  /// Runs @step on batches or @apply on sums, and takes over the new state.
  void update(std::string_view function, const task::BatchShape& shape, DeviceBuffers inputs);
  std::vector<std::vector<data::Batch>> batches_of(int64_t step);
  bool log_due() const;
  /// Waits for all steps in progress, logs them, and warns of values that are not finite.
  void read_reports();
  /// Says why the step's values are not finite, unless that is `explained` of a step before it.
  void warn_of_nonfinite(const Report& report, bool explained);
  /// Whether a step was left out only because its gradients were too large for the loss scale,
  /// which falls then. Logs it; nothing is wrong.
  bool is_overflow(const Report& report) const;
  /// Adds a step to the log. A loss that is not finite counts in no mean.
  void log_step(const Report& report, bool finite);
  /// Calls on_step for every step up to this number of steps.
  void announce(int64_t steps);
  bool is_due(int64_t steps) const;
  /// Compares the states of the processes where that is due, so that no error of a memory or of a
  /// processor goes into a checkpoint.
  void check_state();
  bool evaluation_due() const;
  void evaluate();
  /// The first process's metrics in all of them.
  std::map<std::string, double> shared_metrics();
  void save();
  double epoch() const;

  Programs& programs_;
  TrainingState& state_;
  data::Loader& loader_;
  TrainerOptions options_;
  TrainerHooks hooks_;
  StopFlag& stop_;
  CheckpointWriter checkpoints_;

  int64_t step_ = 0;            // steps begun: the state is the one after them
  std::vector<Report> unread_;  // of the last of them
  int64_t announced_ = 0;
  int64_t saved_step_ = -1;
  bool stop_agreed_ = false;  // by all processes
  bool newcomers_agreed_ = false;
  bool parts_are_written_ = false;  // of the last checkpoint, by all processes
  bool has_state_ = true;           // a newcomer gets it from another process
  double loss_sum_ = 0;             // since the last log entry
  int64_t loss_count_ = 0;
  double total_loss_ = 0;          // of the steps that were finite
  int64_t steps_left_out_ = 0;     // those that were not
  int64_t nonfinite_in_turn_ = 0;  // of these, the newest without one that was finite between
  nlohmann::json history_ = nlohmann::json::array();
  std::optional<double> best_metric_;
  std::optional<int64_t> best_step_;
  int64_t evaluations_without_gain_ = 0;
};

}  // namespace tutti::train
