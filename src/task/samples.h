// SPDX-License-Identifier: Apache-2.0
// Which samples of its files a split has.
#pragma once

#include <vector>

#include "task/task.h"

namespace tutti::task {

/// The indices of the samples that a reading takes of `count`, in their order. Where the files are
/// shared, validation has as many as the share says, rounded up: the first of a permutation that
/// depends on the seed alone. Training has the others. A share that leaves one of them without any
/// is a UserError.
std::vector<size_t> samples_of(const Reading& reading, size_t count);

template <typename Sample>
void keep_samples(std::vector<Sample>& samples, const Reading& reading) {
  if (!reading.share && !reading.max_samples) return;
  std::vector<Sample> kept;
  for (const size_t index : samples_of(reading, samples.size()))
    kept.push_back(std::move(samples[index]));
  samples = std::move(kept);
}

}  // namespace tutti::task
