// SPDX-License-Identifier: Apache-2.0
// Where a NaN or an infinity came from.
#pragma once

#include "train/programs.h"
#include "train/state.h"

namespace tutti::train {

/// Logs a warning that names the first parameter or operation, in order, whose result is not
/// finite, found by running the gradients of `step` again on the first device, each operation
/// watched. The state is that of `state_step`: of the step itself, which changed nothing but the
/// counter, or of a later one where the device had gone on before its report was read. Then the
/// parameters are not quite those of the step, and the warning says so.
void report_nonfinite(Programs& programs, TrainingState& state, int64_t state_step,
                      const std::vector<std::vector<data::Batch>>& rounds, int64_t step);

}  // namespace tutti::train
