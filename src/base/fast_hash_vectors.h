// SPDX-License-Identifier: Apache-2.0
// XXH3's loop over long inputs for vectors of each width; the hashes are the same. The files that
// define these functions are alike except for the instructions for which they are compiled.
#pragma once

#include <cstddef>
#include <cstdint>

namespace tutti {

/// `state` is a XXH3_state_t.
struct FastHashLoop {
  uint64_t (*hash)(const void* data, std::size_t bytes);
  void (*update)(void* state, const void* data, std::size_t bytes);
};

#if defined(__x86_64__)
extern const FastHashLoop kFastHashAvx2, kFastHashAvx512;
#endif

}  // namespace tutti
