// SPDX-License-Identifier: Apache-2.0
// Gradients of several micro-batches as one: added in a binary tree fixed by their index.
#pragma once

#include "train/state.h"

namespace tutti::train {

/// The sums of a step program over all batches, [round][device], on each device those of its own.
/// Rounds 0 and 1 are added first, then 2 and 3, then those sums, and so on: on one device the
/// result has the same bits whoever computes the leaves. What the devices have is added by @apply.
DeviceBuffers accumulate_gradients(Programs& programs, TrainingState& state,
                                   const std::vector<std::vector<data::Batch>>& rounds);

}  // namespace tutti::train
