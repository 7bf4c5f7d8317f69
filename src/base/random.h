// SPDX-License-Identifier: Apache-2.0
// Random numbers as a pure function of a key and a counter, without any state.
// Source: Salmon et al., "Parallel random numbers: as easy as 1, 2, 3" (Threefry-2x32, 20 rounds).
#pragma once

#include <array>
#include <cmath>
#include <cstdint>
#include <numbers>

namespace tutti {

using Words = std::array<uint32_t, 2>;

/// By how many bits each round rotates to the left: groups of four rounds take turns.
inline constexpr int kThreefryRotations[2][4] = {{13, 15, 26, 6}, {17, 29, 16, 24}};
/// The third word of the key is the exclusive or of the other two and of this.
inline constexpr uint32_t kThreefryParity = 0x1BD11BDA;

/// Returns 64 random bits: Threefry-2x32 with 20 rounds.
constexpr Words threefry2x32(Words key, Words counter) {
  const uint32_t keys[3] = {key[0], key[1], key[0] ^ key[1] ^ kThreefryParity};
  uint32_t x = counter[0] + keys[0];
  uint32_t y = counter[1] + keys[1];
  for (uint32_t group = 0; group < 5; group++) {
    for (int rotation : kThreefryRotations[group % 2]) {
      x += y;
      y = (y << rotation) | (y >> (32 - rotation));
      y ^= x;
    }
    x += keys[(group + 1) % 3];
    y += keys[(group + 2) % 3] + group + 1;
  }
  return {x, y};
}

/// Makes a key of a seed.
constexpr Words key_of(uint64_t seed) {
  return {static_cast<uint32_t>(seed >> 32), static_cast<uint32_t>(seed)};
}

/// Derives from a key another one, for one purpose.
constexpr Words fold_in(Words key, uint32_t purpose) {
  return threefry2x32(key, {purpose, 0});
}

/// Returns number `index` of the sequence of a key: uniform in (0, 1), with 53 random bits.
/// `second` gives another number for the same index.
inline double uniform_number(Words key, uint64_t index, bool second = false) {
  const Words words = threefry2x32(
      key, {static_cast<uint32_t>(index), static_cast<uint32_t>(index >> 32) << 1 | second});
  const uint64_t bits = (uint64_t{words[0]} << 32 | words[1]) >> 11;
  return (static_cast<double>(bits) + 0.5) * 0x1p-53;
}

/// Returns an integer that is uniform in [low, high). Integers may have up to 64 bits, signed or
/// unsigned; unsigned ones are passed and returned as the same bits.
inline int64_t uniform_integer(Words key, uint64_t index, int64_t low, int64_t high) {
  const auto first = static_cast<uint64_t>(low);
  const auto width = static_cast<double>(static_cast<uint64_t>(high) - first);
  return static_cast<int64_t>(first + static_cast<uint64_t>(uniform_number(key, index) * width));
}

/// Returns a number of the normal distribution with mean 0 and deviation 1 (Box and Muller's
/// method).
inline double normal_number(Words key, uint64_t index) {
  const double angle = 2 * std::numbers::pi * uniform_number(key, index, true);
  return std::sqrt(-2 * std::log(uniform_number(key, index))) * std::cos(angle);
}

}  // namespace tutti
