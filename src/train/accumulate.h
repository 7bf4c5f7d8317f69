// SPDX-License-Identifier: Apache-2.0
// Gradients of several micro-batches as one: added in a binary tree fixed by their index.
#pragma once

#include "train/programs.h"
#include "train/state.h"

namespace tutti::train {

/// The sums of a step program over all batches. Leaves 0 and 1 are added first, then 2 and 3, then
/// those sums, and so on: whoever computes the leaves, the result has the same bits.
std::vector<backend::Buffer> accumulate_gradients(Programs& programs, TrainingState& state,
                                                  const std::vector<data::Batch>& batches);

}  // namespace tutti::train
