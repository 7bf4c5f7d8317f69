// SPDX-License-Identifier: Apache-2.0
// The training measured by `tutti benchmark`: a model, its data, programs and state.
#pragma once

#include "backend/profile.h"
#include "data/loader.h"
#include "run/benchmark.h"
#include "run/prepared_run.h"
#include "train/state.h"

namespace tutti::run {

class OpenedTraining {
 public:
  /// A non-null `profile` records the instructions of its steps and must outlive it.
  OpenedTraining(const Context& context, const BenchmarkSettings& arguments,
                 backend::Profile* profile = nullptr);

  const task::Objective& objective() const { return run_.objective(); }
  backend::Backend& backend() { return run_.backend(); }
  const data::FeatureSource& features() const { return run_.data().features(); }
  /// Seconds it took to prepare the features.
  double preparation() const { return preparation_; }
  data::Loader& loader() { return run_.loader(); }
  const step::StepOptions& options() const { return run_.programs().options(); }
  train::Programs& programs() { return run_.programs(); }
  train::TrainingState& state() { return *state_; }

 private:
  PreparedRun run_;
  double preparation_ = 0;
  std::optional<train::TrainingState> state_;
};

/// Steps before the measured ones.
inline constexpr int64_t kWarmUpSteps = 3;

}  // namespace tutti::run
