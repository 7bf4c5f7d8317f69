// SPDX-License-Identifier: Apache-2.0
// Counter-based random numbers: a pure function of key and counter.
// Source: Salmon et al., "Parallel random numbers: as easy as 1, 2, 3" (Threefry-2x32, 20 rounds).
#pragma once

#include <array>
#include <cstdint>

namespace tutti {

using Words = std::array<uint32_t, 2>;

/// Threefry-2x32 with 20 rounds.
constexpr Words threefry2x32(Words key, Words counter) {
  constexpr int kRotations[2][4] = {{13, 15, 26, 6}, {17, 29, 16, 24}};
  const uint32_t keys[3] = {key[0], key[1], key[0] ^ key[1] ^ 0x1BD11BDAu};
  uint32_t x = counter[0] + keys[0];
  uint32_t y = counter[1] + keys[1];
  for (uint32_t group = 0; group < 5; group++) {
    for (int rotation : kRotations[group % 2]) {
      x += y;
      y = (y << rotation) | (y >> (32 - rotation));
      y ^= x;
    }
    x += keys[(group + 1) % 3];
    y += keys[(group + 2) % 3] + group + 1;
  }
  return {x, y};
}

/// The 64-bit seed as a key.
constexpr Words key_of(uint64_t seed) {
  return {static_cast<uint32_t>(seed >> 32), static_cast<uint32_t>(seed)};
}

/// A key for one purpose, derived from another.
constexpr Words fold_in(Words key, uint32_t purpose) {
  return threefry2x32(key, {purpose, 0});
}

}  // namespace tutti
