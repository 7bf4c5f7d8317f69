// SPDX-License-Identifier: Apache-2.0
// The counter-based generator Philox4x32 with 10 rounds.
// Source: Salmon et al., "Parallel random numbers: as easy as 1, 2, 3".
#pragma once

#include <cstdint>

namespace tutti::kernel {

/// A counter of 128 bits, low word first.
struct PhiloxCounter {
  uint64_t low, high;

  PhiloxCounter plus(uint64_t blocks) const {
    const uint64_t sum = low + blocks;
    return {sum, high + (sum < low)};
  }
};

/// Writes the random words of `blocks` counters: words[4 i + k] = word k of counter `first` + i.
void philox(PhiloxCounter first, uint64_t key, int64_t blocks, uint32_t* words);

}  // namespace tutti::kernel
