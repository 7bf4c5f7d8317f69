// SPDX-License-Identifier: Apache-2.0
// Which sums of a step are shared together. The devices of a training add their sums bucket by
// bucket: the step program does it for the devices that run it together, and whatever joins
// processes does it between those. Every process cuts the same buckets.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "step/state_layout.h"

namespace tutti::step {

/// The sums [first, last) of StateLayout::sums().
struct Bucket {
  size_t first = 0;
  size_t last = 0;
};

/// All sums in buckets of at most `most_bytes` each, or of one sum where that alone is larger; 0
/// puts them all into one. The bucket that is complete first comes first: backward begins with the
/// loss and ends with the first parameters, so buckets are cut from the end.
std::vector<Bucket> buckets_of(const std::vector<Field>& sums, int64_t most_bytes);

}  // namespace tutti::step
