// SPDX-License-Identifier: Apache-2.0
// The end of a step: a program changes the state, and says what it did.
#pragma once

#include "train/state.h"

namespace tutti::train {

/// Runs @step on batches or @apply on sums, on all devices, and gives the state its results.
step::Report<backend::Buffer> update_state(Programs& programs, TrainingState& state,
                                           std::string_view function, const task::BatchShape& shape,
                                           DeviceBuffers inputs);

/// Changes the state by the sums of a step, on the devices or, where the host has the moments,
/// there.
step::Report<backend::Buffer> apply_sums(Programs& programs, TrainingState& state,
                                         DeviceBuffers sums);

}  // namespace tutti::train
