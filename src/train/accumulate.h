// SPDX-License-Identifier: Apache-2.0
// Adds the gradients of a step's micro-batches in a binary tree that depends on their order alone,
// so that the sum has the same bits wherever each gradient was computed.
#pragma once

#include "train/state.h"
#include "train/step_batches.h"

namespace tutti::train {

/// Runs @gradients on the batches, [round][device], and returns for each device the sums over its
/// own rounds. The rounds of a leaf, of comm::leaf_sizes(rounds, StepOptions::most_leaves), are
/// added one after another. Leaves 0 and 1 are added then, leaves 2 and 3, those two sums, and so
/// on. The sums of different devices are added later, by @apply. `arguments` are those of
/// @gradients before the batch, as TrainingState::gradient_arguments() gives them.
DeviceBuffers accumulate_gradients(Programs& programs, const DeviceBuffers& arguments,
                                   const std::vector<std::vector<data::Batch>>& rounds);

/// The largest number of sums that exist at a time meanwhile: those that wait for a partner, that
/// of the leaf which is under way, and those of the round that is computed.
int64_t sums_alive(std::span<const int64_t> leaf_sizes);

/// Told a sum whose terms are final: it is terms[n - 1] + (... + (terms[1] + terms[0])).
using OnSum = std::function<void(size_t sum, std::span<const backend::Buffer> terms)>;

/// The same sums on one device, of some neighbouring leaves, each told once, as soon as it is
/// final: while the last round is still computed, where the backend reports results then.
/// Where the host can read the device's memory, adding that round is left to the caller; else a sum
/// has one term.
void report_gradients(Programs& programs, const DeviceBuffers& arguments,
                      const NodeBatches& batches, const OnSum& on_sum);

}  // namespace tutti::train
