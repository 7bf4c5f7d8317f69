// SPDX-License-Identifier: Apache-2.0
// train_results.json, and whether a training changed the model.
#pragma once

#include <cstdint>

#include "train/memory_plan.h"
#include "train/trainer.h"

namespace tutti::run {

/// What a run did between two readings of a clock.
struct TrainedSteps {
  int64_t first = 0;     // the steps that were done before
  double seconds = 0;    // that the others took
  int64_t features = 0;  // of these others
  int64_t samples = 0;   // of the data set
  double flops = 0;      // of a step, the mean of these others
};
/// train_results.json, of a state with that layout.
nlohmann::ordered_json training_results(const train::Trainer& trainer, const TrainedSteps& trained,
                                        const step::StateLayout& layout,
                                        const train::MemoryPlan& memory);

/// A run in which no step changed the model is a UserError.
void expect_trained(const train::Trainer& trainer);

}  // namespace tutti::run
