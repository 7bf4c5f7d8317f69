// SPDX-License-Identifier: Apache-2.0
// A training up to its programs, shared by training, estimating and compiling. The function of each
// part's name makes it from the parts before it, in this order.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "backend/backend.h"
#include "data/loader.h"
#include "model/weights.h"
#include "run/context.h"
#include "run/opened_model.h"
#include "run/train_settings.h"
#include "task/objective.h"
#include "task/task.h"
#include "train/memory_plan.h"
#include "train/programs.h"
#include "train/run_memory.h"

namespace tutti::run {

class PreparedRun {
 public:
  /// Opens the model and its tokenizer. Settings must be resolved (run/step_options.h) and include
  /// the task's arguments for this use.
  PreparedRun(const TrainSettings& settings, const Context& context,
              task::Use use = task::Use::train);
  PreparedRun(const PreparedRun&) = delete;
  PreparedRun& operator=(const PreparedRun&) = delete;

  const Context& context() const { return context_; }
  /// They include a feature length. Batch settings may change until there is a loader.
  TrainSettings& settings() { return settings_; }
  const TrainSettings& settings() const { return settings_; }
  const OpenedModel& model() const { return model_; }

  /// The backend that holds the state.
  void set_backend(std::unique_ptr<backend::Backend> backend) { backend_ = std::move(backend); }
  backend::Backend& backend() const { return *backend_; }

  /// Reads the validation data, if any.
  void read_validation();
  /// Null: no evaluation.
  const task::Dataset* validation() const { return validation_.get(); }

  /// Reads the training data.
  void read_data();
  const task::Dataset& data() const { return *data_; }

  /// Cuts the data into batches by the current settings. May be called again; the first call
  /// determines the number of steps.
  void make_loader();
  bool has_loader() const { return loader_.has_value(); }
  data::Loader& loader() { return *loader_; }
  const data::Loader& loader() const { return *loader_; }
  /// Optimizer steps of the whole training.
  int64_t total_steps() const { return total_steps_; }

  /// Makes the model's objective with its frozen weights in the products' type. Null: weights are
  /// not read, and their types come from config.json.
  void make_objective(const model::Weights* weights);
  const task::Objective& objective() const { return *objective_; }

  /// Which passes to skip and to dump.
  const train::PassControl& passes() const { return passes_; }
  /// Replaces `--pad_to_multiple_of auto` by the multiple measured as fastest.
  void measure_padding();
  /// For a training of `steps` steps.
  void make_programs(int64_t steps);
  train::Programs& programs() { return *programs_; }
  const train::Programs& programs() const { return *programs_; }

  /// The precision in which steps compute.
  pass::Precision precision() const;
  /// The layout of an evaluation's batches of `features` features.
  data::Layout evaluation_layout(train::Programs& programs, int64_t features) const;
  /// The batches of a run whose steps have other micro-batches.
  data::LoaderOptions batches_of(int64_t batch, int64_t accumulate,
                                 const backend::Backend& backend) const;

 private:
  const Context context_;
  TrainSettings settings_;
  OpenedModel model_;
  train::PassControl passes_;
  std::unique_ptr<backend::Backend> backend_;
  std::unique_ptr<task::Dataset> validation_, data_;
  std::optional<data::Loader> loader_;
  int64_t total_steps_ = 0;
  std::optional<task::Objective> objective_;
  std::optional<train::Programs> programs_;
};

/// Everything that determines the memory of a run from step `first` on, with programs possibly for
/// another device and a loader possibly with other batches. The process already uses `loaded`
/// bytes, none of them for the state. All must outlive the result.
train::RunOutline outline_of(const PreparedRun& run, train::Programs& programs,
                             data::Loader& loader, int64_t first, int64_t loaded);

}  // namespace tutti::run
