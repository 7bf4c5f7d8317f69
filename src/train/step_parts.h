// SPDX-License-Identifier: Apache-2.0
// How long each part of a step takes in a process that shares the step with others, measured in one
// that is alone.
#pragma once

#include "data/loader.h"
#include "train/state.h"

namespace tutti::train {

/// In seconds; medians over steps.
struct StepParts {
  double finding = 0;      // for each micro-batch of the step: which elements are sent
  double micro_batch = 0;  // its forward and backward, with adding it to others
  double packing = 0;      // the elements of a sum that are sent, copied from the device
  double addition = 0;     // of one element to another
  double update = 0;       // the sums copied to the device, and the new state
  /// After which part of a micro-batch's time each sum of the layout is final.
  std::vector<double> final_at{};
};

/// Runs that many steps from the loader's first one on, as a process runs those that it shares with
/// others (train/processes.h), after `warm_up` more that are not measured. The state is then the
/// one after them. What they need is compiled before they are measured.
StepParts measure_step_parts(Programs& programs, TrainingState& state, data::Loader& loader,
                             int64_t warm_up, int64_t steps);

}  // namespace tutti::train
