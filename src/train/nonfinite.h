// SPDX-License-Identifier: Apache-2.0
// Where a NaN or an infinity came from.
#pragma once

#include "train/programs.h"
#include "train/state.h"

namespace tutti::train {

/// Logs a warning that names the first operation, in order, whose result is not finite though its
/// operands are, found by running the step's gradients again by the reference. The state is the one
/// the step was refused for: it has not changed but for its counter.
void report_nonfinite(Programs& programs, TrainingState& state,
                      const std::vector<data::Batch>& batches, int64_t step);

}  // namespace tutti::train
