// SPDX-License-Identifier: Apache-2.0
// Adds the gradients of a step's micro-batches in a binary tree that depends on their order alone,
// so that the sum has the same bits wherever each gradient was computed.
#pragma once

#include "train/state.h"

namespace tutti::train {

/// Runs @gradients on the batches, [round][device], and returns for each device the sums over its
/// own rounds. Rounds 0 and 1 are added first, then rounds 2 and 3, then those two sums, and so on.
/// The sums of different devices are added later, by @apply. `arguments` are those of @gradients
/// before the batch, as TrainingState::gradient_arguments() gives them.
DeviceBuffers accumulate_gradients(Programs& programs, const DeviceBuffers& arguments,
                                   const std::vector<std::vector<data::Batch>>& rounds);

/// Told a sum whose terms are final: it is terms[n - 1] + (... + (terms[1] + terms[0])).
using OnSum = std::function<void(size_t sum, std::span<const backend::Buffer> terms)>;

/// The same sums on one device, each told once, as soon as it is final: while the last round is
/// still computed, where the backend reports results then. Where the host can read the device's
/// memory, adding that round is left to the caller; else a sum has one term.
void report_gradients(Programs& programs, const DeviceBuffers& arguments,
                      const std::vector<std::vector<data::Batch>>& rounds, const OnSum& on_sum);

}  // namespace tutti::train
