// SPDX-License-Identifier: Apache-2.0
// One training or evaluation, from its settings to its files; run/training.h is the public
// interface.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>

#include "backend/profile.h"
#include "base/files.h"
#include "model/weights.h"
#include "run/batch_search.h"
#include "run/evaluation_files.h"
#include "run/mixed_devices.h"
#include "run/model_weights.h"
#include "run/prepared_run.h"
#include "run/profile_report.h"
#include "run/run_metrics.h"
#include "run/training_hooks.h"
#include "run/training_results.h"
#include "train/checkpoint.h"
#include "train/processes.h"
#include "train/state.h"
#include "train/trainer.h"

namespace tutti::run {

class TrainingRun {
 public:
  /// `processes` reaches the others, if any.
  TrainingRun(const TrainSettings& settings, const Context& context, const TrainingHooks& hooks,
              std::optional<train::Processes> processes);

  /// Whether this process logs, evaluates and writes.
  bool is_first() const { return !processes_ || processes_->is_first(); }
  bool is_stopped() const { return stop_ > 0; }
  const PreparedRun& prepared() const { return run_; }
  const train::MemoryPlan& memory() const { return memory_; }
  /// The facts before the first step, once the run is prepared.
  Facts facts() { return facts_of(run_, computing(), start_, memory_); }

  /// Reads the data and compiles the programs, which determines the run's memory. If it does not
  /// fit, throws a UserError of exit code 4 that names the largest batch that fits.
  void prepare();
  /// Runs the steps of a prepared run, and writes the model.
  train::Outcome train();
  /// Instead of both, for an evaluation only: loads the model onto the device.
  void load();

  /// The final evaluation, by all processes together. nullopt if stopped, and in all processes
  /// except the first.
  std::optional<Evaluated> evaluate();
  /// Writes all_results.json and marks the run as successful.
  void finish();
  /// Metrics of the training and the evaluation, in the format of all_results.json.
  const nlohmann::ordered_json& results() const { return all_results_; }

  /// The task's answer to a row of data, by the current model.
  task::Answer answer(const task::Dataset& data, size_t most);
  /// Writes the current model in transformers' or PEFT's format.
  void save(const Path& folder);

 private:
  bool is_newcomer() const { return processes_ && processes_->is_newcomer(); }
  const TrainSettings& settings() const { return run_.settings(); }
  const OpenedModel& model() const { return run_.model(); }
  /// Rejects a wrong name before reading anything.
  void expect_metric() const;
  /// Finds what the output folder, written only by the first process, already contains.
  void find_place();
  /// Only the first process needs access to the checkpoint of a resumed run.
  bool reads_checkpoint() const { return start_.resumed && is_first(); }
  int64_t first_step() const { return start_.resumed ? start_.resumed->step : 0; }
  /// Makes the state before the first step; without weights if a checkpoint will be read.
  void make_state();
  /// Reads a checkpoint's state.
  void read_state(const Path& folder);
  /// Warns if the disk has too little room for the run's files.
  void warn_of_disk(const train::TrainerOptions& options) const;
  /// Makes and locks the output folder, after all checks of the input.
  void open_output();
  uint64_t seed() const { return static_cast<uint64_t>(settings().seed); }
  FirstValues values_to_make() const { return first_values(settings(), settings().seed); }
  /// Agrees with all processes on the common values and on each one's device.
  void agree_on_terms(const train::TrainerOptions& options);
  /// The programs that compute gradients and evaluations.
  train::Programs& computing() { return device_ ? device_->programs() : run_.programs(); }
  /// The parameters of @forward.
  std::vector<backend::Buffer> forward_parameters();
  /// A separate backend of `limit` bytes for trial programs, so that nothing is left of those that
  /// are too large; null if the run's backend has its own memory.
  std::unique_ptr<backend::Backend> trial_backend(int64_t limit) const;
  void find_batch_size(int64_t loaded);
  train::StateForm form() const;
  train::Outcome run_steps(train::TrainerOptions options, BatchWatch* watch);
  /// Continues as the process that logs, evaluates and writes.
  void become_first(int64_t step, const nlohmann::json& history);
  void show_profile(int64_t steps);
  train::TrainerHooks trainer_hooks();
  /// Logs an evaluation to the metrics files; returns the metrics by name, without "eval_".
  std::map<std::string, double> log_evaluation(const Evaluated& evaluation, int64_t step,
                                               bool final);
  /// The evaluation after the training, if any, by all processes. If one fails in it, the first
  /// finishes the rest alone.
  std::optional<Evaluated> evaluate_together();
  /// Evaluates, together with `processes` if there are others. nullopt if a signal asks to stop
  /// meanwhile, and in all processes except the first.
  std::optional<Evaluated> evaluate_now(train::Processes* processes);
  void finish_steps(train::Trainer& trainer, const TrainedSteps& trained);

  const TrainingHooks hooks_;
  train::StopFlag never_{0};
  train::StopFlag& stop_;
  std::optional<train::Processes> processes_;  // if there are others
  backend::Profile profile_;                   // the backends write into it
  PreparedRun run_;
  const Path output_;
  std::optional<FolderLock> lock_;
  RunStart start_;
  std::optional<GradientDevice> device_;   // if another backend than the state's computes
  std::optional<model::Weights> weights_;  // until the state is made
  std::optional<train::TrainingState> state_;
  std::optional<RunMetrics> metrics_;
  train::MemoryPlan memory_;
  int64_t trained_steps_ = 0;
  nlohmann::ordered_json all_results_ = nlohmann::ordered_json::object();
};

}  // namespace tutti::run
