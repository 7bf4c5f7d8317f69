// SPDX-License-Identifier: Apache-2.0
// One training or evaluation from its settings to its files; run/training.h is its public face.
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
  /// `processes` reaches the others, where there are any.
  TrainingRun(const TrainSettings& settings, const Context& context, const TrainingHooks& hooks,
              std::optional<train::Processes> processes);

  /// Whether this process logs, evaluates and writes.
  bool is_first() const { return !processes_ || processes_->is_first(); }
  bool is_stopped() const { return stop_ > 0; }
  const PreparedRun& prepared() const { return run_; }
  const train::MemoryPlan& memory() const { return memory_; }
  /// Before the first step, once the run is prepared.
  Facts facts() { return facts_of(run_, computing(), start_, memory_); }

  /// Reads the data and compiles the programs, so that what the run needs is known. More than the
  /// machine has is a UserError of exit code 4 that names the largest batch that fits.
  void prepare();
  /// Runs the steps of a run that is prepared, and writes the model.
  train::Outcome train();
  /// Instead of both, for an evaluation alone: puts the model on the device.
  void load();

  /// The evaluation at the end, by all processes together. Nothing where it is stopped, and in all
  /// processes but the first.
  std::optional<Evaluated> evaluate();
  /// Writes all_results.json. The run has ended well.
  void finish();
  /// Metrics of the training and the evaluation, as all_results.json has them.
  const nlohmann::ordered_json& results() const { return all_results_; }

  /// What the task answers to a row of data, by the model as it is now.
  task::Answer answer(const task::Dataset& data, size_t most);
  /// Writes the model as it is now, as transformers or PEFT read it.
  void save(const Path& folder);

 private:
  bool is_newcomer() const { return processes_ && processes_->is_newcomer(); }
  const TrainSettings& settings() const { return run_.settings(); }
  const OpenedModel& model() const { return run_.model(); }
  /// Refuses a wrong name before anything is read.
  void expect_metric() const;
  /// What the output folder has already, which only the first process writes.
  void find_place();
  /// Only the first process needs to see the checkpoint that a run goes on from.
  bool reads_checkpoint() const { return start_.resumed && is_first(); }
  int64_t first_step() const { return start_.resumed ? start_.resumed->step : 0; }
  /// The state before the first step; weights are missing where a checkpoint is read.
  void make_state();
  /// Of a checkpoint.
  void read_state(const Path& folder);
  /// Where the disk has no room for what the run writes.
  void warn_of_disk(const train::TrainerOptions& options) const;
  /// Makes the output folder and takes it, once all that can be wrong with the input was looked at.
  void open_output();
  uint64_t seed() const { return static_cast<uint64_t>(settings().seed); }
  FirstValues values_to_make() const { return first_values(settings(), settings().seed); }
  /// What all processes must train alike, and which device each computes on.
  void agree_on_terms(const train::TrainerOptions& options);
  /// The programs that compute gradients and evaluations.
  train::Programs& computing() { return device_ ? device_->programs() : run_.programs(); }
  /// The parameters as @forward takes them.
  std::vector<backend::Buffer> forward_parameters();
  /// A backend of their own for programs that are tried, with `limit` bytes, so that nothing is
  /// left of those that are too large; null where the run's backend has memory of its own.
  std::unique_ptr<backend::Backend> trial_backend(int64_t limit) const;
  void find_batch_size(int64_t loaded);
  train::StateForm form() const;
  train::Outcome run_steps(train::TrainerOptions options, BatchWatch* watch);
  /// Goes on as the process that logs, evaluates and writes.
  void become_first(int64_t step, const nlohmann::json& history);
  void show_profile(int64_t steps);
  train::TrainerHooks trainer_hooks();
  /// Into the files of metrics; gives the metrics by name, without "eval_".
  std::map<std::string, double> log_evaluation(const Evaluated& evaluation, int64_t step,
                                               bool final);
  /// The evaluation after the training, if any, by all processes. Where one fails in it, the first
  /// goes on alone with what is left to do.
  std::optional<Evaluated> evaluate_together();
  /// By `processes` together, if there are others. Nothing where a signal asks to stop meanwhile,
  /// and in all processes but the first.
  std::optional<Evaluated> evaluate_now(train::Processes* processes);
  void finish_steps(train::Trainer& trainer, const TrainedSteps& trained);

  const TrainingHooks hooks_;
  train::StopFlag never_{0};
  train::StopFlag& stop_;
  std::optional<train::Processes> processes_;  // where there are others
  backend::Profile profile_;                   // the backends write into it
  PreparedRun run_;
  const Path output_;
  std::optional<FolderLock> lock_;
  RunStart start_;
  std::optional<GradientDevice> device_;   // where another backend than the state's computes
  std::optional<model::Weights> weights_;  // until the state is made
  std::optional<train::TrainingState> state_;
  std::optional<RunMetrics> metrics_;
  train::MemoryPlan memory_;
  int64_t trained_steps_ = 0;
  nlohmann::ordered_json all_results_ = nlohmann::ordered_json::object();
};

}  // namespace tutti::run
