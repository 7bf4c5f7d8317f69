// SPDX-License-Identifier: Apache-2.0
// One training or evaluation from its arguments to its files.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>

#include "app/batch_search.h"
#include "app/global_options.h"
#include "app/mixed_devices.h"
#include "app/model_weights.h"
#include "app/opened_model.h"
#include "app/profile_report.h"
#include "app/progress.h"
#include "app/run_metrics.h"
#include "app/signals.h"
#include "app/train_arguments.h"
#include "app/training_results.h"
#include "backend/backend.h"
#include "backend/profile.h"
#include "base/error.h"
#include "base/files.h"
#include "data/loader.h"
#include "model/weights.h"
#include "task/objective.h"
#include "task/task.h"
#include "train/checkpoint.h"
#include "train/memory_plan.h"
#include "train/processes.h"
#include "train/programs.h"
#include "train/state.h"
#include "train/trainer.h"

namespace tutti::app {

/// One training or evaluation from arguments to files.
class TrainCommand {
 public:
  /// `processes` reaches the others, where there are any. `speak_as` changes `global` and the log
  /// to those of another rank.
  TrainCommand(const GlobalOptions& global, const TrainArguments& arguments,
               std::optional<train::Processes> processes,
               std::function<void(int64_t rank)> speak_as);

  ExitCode run();

 private:
  /// Refuses a wrong name before anything is read.
  void expect_metric() const;

  bool is_first() const { return !processes_ || processes_->is_first(); }
  bool is_newcomer() const { return processes_ && processes_->is_newcomer(); }

  void read_validation();

  /// What the output folder holds already, which only the first process writes.
  void find_place();

  /// Only the first process needs to see the checkpoint that a run goes on from.
  bool reads_checkpoint() const { return resumed_ && is_first(); }

  /// The state before the first step; `weights` are missing where a checkpoint is read.
  void make_state(const std::optional<model::Weights>& weights);

  /// Where the disk has no room for what the run writes.
  void warn_of_disk(const train::TrainerOptions& options) const;

  /// Makes the output folder and takes it, once all that can be wrong with the input was looked at.
  void open_output();

  uint64_t seed() const { return static_cast<uint64_t>(arguments_.seed); }
  FirstValues values_to_make() const { return first_values(arguments_, arguments_.seed); }

  /// For a run of `steps` optimizer steps.
  void make_programs(int64_t steps);

  /// What all processes must train alike, and which device each computes on.
  void agree_on_terms(const train::TrainerOptions& options, const data::Loader& loader);

  ExitCode train();

  /// The programs that compute gradients and evaluations.
  train::Programs& computing() { return device_ ? device_->programs() : *programs_; }

  /// A backend of their own for programs that are tried, with `limit` bytes, so that nothing is
  /// left of those that are too large; null where the run's backend has memory of its own.
  std::unique_ptr<backend::Backend> trial_backend(int64_t limit) const;

  FoundBatch found_batch(const task::Dataset& data, data::Loader& loader, int64_t total,
                         int64_t loaded);

  task::Objective objective_of(const model::Weights& weights) const;

  train::StateForm form() const;

  /// Of a checkpoint.
  void read_state(const Path& folder);

  /// `watch` is there where micro-batches may become smaller.
  ExitCode run_steps(data::Loader& loader, train::TrainerOptions options, const task::Dataset& data,
                     BatchWatch* watch);

  /// Goes on as the process that logs, evaluates and writes.
  void become_first(int64_t step, const nlohmann::json& history, data::Loader& loader);

  int64_t features_per_step() const;

  void show_profile(int64_t steps) const;

  MachineLimits limits() const;

  train::TrainerHooks hooks_of(Progress& progress);

  struct Evaluated {
    task::Evaluation scores;
    nlohmann::ordered_json results;  // as eval_results.json has them
  };

  /// Into the files of metrics; gives the metrics by name, without "eval_".
  std::map<std::string, double> log_evaluation(const Evaluated& evaluation, int64_t step,
                                               bool final);

  /// The evaluation after the training, if any, by all processes. Where one fails in it, the first
  /// goes on alone with what is left to do.
  std::optional<Evaluated> evaluate_together();

  /// By `processes` together, if there are others. Nothing where a signal asks to stop meanwhile,
  /// and in all processes but the first.
  std::optional<Evaluated> evaluate_now(train::Processes* processes);

  void finish_training(train::Trainer& trainer, const TrainedSteps& trained);

  const GlobalOptions& global_;
  TrainArguments arguments_;
  const std::function<void(int64_t rank)> speak_as_;
  std::optional<train::Processes> processes_;  // where there are others
  train::StopFlag& stop_ = watch_signals();
  Path output_;
  OpenedModel model_;
  std::optional<FolderLock> lock_;
  std::optional<train::FoundCheckpoint> resumed_;
  backend::Profile profile_;
  std::unique_ptr<backend::Backend> backend_;
  std::optional<GradientDevice> device_;  // where another backend than the state's computes
  train::PassControl passes_;
  std::optional<task::Objective> objective_;  // the model's, as the programs keep it
  std::optional<train::Programs> programs_;
  std::optional<train::TrainingState> state_;
  std::optional<RunMetrics> metrics_;
  train::MemoryPlan memory_;
  std::unique_ptr<task::Dataset> validation_;  // null: nothing is evaluated
  int64_t trained_steps_ = 0;
  nlohmann::ordered_json all_results_ = nlohmann::ordered_json::object();
};

}  // namespace tutti::app
