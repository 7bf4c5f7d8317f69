// SPDX-License-Identifier: Apache-2.0
// train_results.json, and whether a training changed the model.
#pragma once

#include <cstdint>

#include "train/memory_plan.h"
#include "train/trainer.h"

namespace tutti::run {

/// The work of a run between two clock readings.
struct TrainedSteps {
  int64_t first = 0;     // steps done before
  double seconds = 0;    // time of the further steps
  int64_t features = 0;  // in the further steps
  int64_t samples = 0;   // of the data set
  double flops = 0;      // per further step, the mean
};
/// train_results.json, for a state with that layout.
nlohmann::ordered_json training_results(const train::Trainer& trainer, const TrainedSteps& trained,
                                        const step::StateLayout& layout,
                                        const train::MemoryPlan& memory);

/// Throws a UserError if no step changed the model.
void expect_trained(const train::Trainer& trainer);

}  // namespace tutti::run
