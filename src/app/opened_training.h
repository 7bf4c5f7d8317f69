// SPDX-License-Identifier: Apache-2.0
// What `tutti benchmark` measures: a model, the data of its steps, and their programs and state.
#pragma once

#include "app/opened_model.h"
#include "backend/profile.h"
#include "data/loader.h"
#include "train/state.h"

namespace tutti::app {

class OpenedTraining {
 public:
  /// `profile` records the instructions of its steps, where it is not null, and must outlive it.
  OpenedTraining(const GlobalOptions& global, const BenchmarkArguments& arguments,
                 backend::Profile* profile = nullptr);

  const task::Objective& objective() const { return *objective_; }
  backend::Backend& backend() { return *backend_; }
  const data::FeatureSource& features() const { return data_->features(); }
  /// How long it took to prepare them, in seconds.
  double preparation() const { return preparation_; }
  data::Loader& loader() { return *loader_; }
  const step::StepOptions& options() const { return options_; }
  train::Programs& programs() { return *programs_; }
  train::TrainingState& state() { return *state_; }

 private:
  OpenedModel model_;
  std::unique_ptr<backend::Backend> backend_;
  std::unique_ptr<task::Dataset> data_;
  double preparation_ = 0;
  std::optional<data::Loader> loader_;
  std::optional<task::Objective> objective_;
  step::StepOptions options_;
  std::optional<train::Programs> programs_;
  std::optional<train::TrainingState> state_;
};

/// Steps before those that are measured.
inline constexpr int64_t kWarmUpSteps = 3;

}  // namespace tutti::app
