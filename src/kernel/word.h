// SPDX-License-Identifier: Apache-2.0
// Elements as words of 1, 2, 4 or 8 bytes, for code that only moves them.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>

#include "base/error.h"

namespace tutti::kernel {

/// Calls `visit` with an unsigned integer of `bytes` bytes: 1, 2, 4 or 8.
template <typename Visit>
void with_word(size_t bytes, const Visit& visit) {
  switch (bytes) {
    case 1:
      return visit(uint8_t{});
    case 2:
      return visit(uint16_t{});
    case 4:
      return visit(uint32_t{});
    default:
      check(bytes == 8, "an element has {} bytes", bytes);
      return visit(uint64_t{});
  }
}

/// Writes `count` copies of the element of `bytes` bytes at `from` to `to`.
inline void repeat(size_t bytes, const std::byte* from, int64_t count, std::byte* to) {
  constexpr int64_t kFirst = 32;   // one by one; then as many as there are already are copied
  constexpr int64_t kMost = 1024;  // at a time, from the first cache
  const int64_t first = std::min(count, kFirst);
  if (bytes <= sizeof(uint64_t))
    with_word(bytes, [&](auto word) {
      std::memcpy(&word, from, sizeof word);
      std::fill_n(reinterpret_cast<decltype(word)*>(to), first, word);
    });
  else
    for (int64_t i = 0; i < first; i++)
      std::memcpy(to + static_cast<size_t>(i) * bytes, from, bytes);
  for (int64_t done = kFirst; done < count; done += std::min(done, kMost))
    std::memcpy(to + static_cast<size_t>(done) * bytes, to,
                static_cast<size_t>(std::min({done, kMost, count - done})) * bytes);
}

}  // namespace tutti::kernel
