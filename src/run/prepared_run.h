// SPDX-License-Identifier: Apache-2.0
// A training up to its programs: what trains, estimates and compiles has in common. Each part needs
// those before it, and is made by the function of its name, in this order.
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
  /// Opens the model and its tokenizer. Settings must be resolved (run/step_options.h), and have
  /// the task's arguments for this use.
  PreparedRun(const TrainSettings& settings, const Context& context,
              task::Use use = task::Use::train);
  PreparedRun(const PreparedRun&) = delete;
  PreparedRun& operator=(const PreparedRun&) = delete;

  const Context& context() const { return context_; }
  /// With a length of features; those of batches may be changed until there is a loader.
  TrainSettings& settings() { return settings_; }
  const TrainSettings& settings() const { return settings_; }
  const OpenedModel& model() const { return model_; }

  /// The backend that has the state.
  void set_backend(std::unique_ptr<backend::Backend> backend) { backend_ = std::move(backend); }
  backend::Backend& backend() const { return *backend_; }

  /// Reads what is evaluated, if anything.
  void read_validation();
  /// Null: nothing is evaluated.
  const task::Dataset* validation() const { return validation_.get(); }

  /// Reads what is trained on.
  void read_data();
  const task::Dataset& data() const { return *data_; }

  /// Cuts the data into batches as the settings say now. It may be called again: the training has
  /// the number of steps that the first one counted.
  void make_loader();
  bool has_loader() const { return loader_.has_value(); }
  data::Loader& loader() { return *loader_; }
  const data::Loader& loader() const { return *loader_; }
  /// Optimizer steps of the whole training.
  int64_t total_steps() const { return total_steps_; }

  /// The model's objective with its frozen weights as products take them. Null: weights are not
  /// read, and are stored as config.json says.
  void make_objective(const model::Weights* weights);
  const task::Objective& objective() const { return *objective_; }

  /// Which passes are left out, and what is told of the others.
  const train::PassControl& passes() const { return passes_; }
  /// `--pad_to_multiple_of auto` becomes the multiple that is measured to be the fastest.
  void measure_padding();
  /// For a training of so many steps.
  void make_programs(int64_t steps);
  train::Programs& programs() { return *programs_; }
  const train::Programs& programs() const { return *programs_; }

  /// The precision in which steps compute.
  pass::Precision precision() const;
  /// The layout of an evaluation's batches of so many features.
  data::Layout evaluation_layout(train::Programs& programs, int64_t features) const;
  /// The batches of a run with other micro-batches of a step.
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

/// What the memory of a run depends on, from its step `first` on, with programs that may be another
/// device's and a loader that may cut other batches. The process already uses `loaded` bytes, none
/// of them for the state. All must outlive the result.
train::RunOutline outline_of(const PreparedRun& run, train::Programs& programs,
                             data::Loader& loader, int64_t first, int64_t loaded);

}  // namespace tutti::run
