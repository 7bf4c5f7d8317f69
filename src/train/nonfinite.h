// SPDX-License-Identifier: Apache-2.0
// Finds out where a NaN or an infinity came from.
#pragma once

#include "train/programs.h"
#include "train/state.h"

namespace tutti::train {

/// Runs the gradients of `step` again on the first device, looks at the result of every operation,
/// and logs a warning that names the first parameter or operation whose values are not finite. The
/// state is that of `state_step`. That is `step` itself, which changed only the counter, or a later
/// step if the device had continued before the report of `step` was read. In that case the
/// parameters are not exactly those of the step, and the warning says so. `rounds` are the batches
/// of this process, which is alone or not.
void report_nonfinite(Programs& programs, TrainingState& state, int64_t state_step,
                      const std::vector<std::vector<data::Batch>>& rounds, int64_t step,
                      bool is_alone);

}  // namespace tutti::train
