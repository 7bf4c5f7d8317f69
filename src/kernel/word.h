// SPDX-License-Identifier: Apache-2.0
// Elements as the words that they are in memory, for what only moves them.
#pragma once

#include <cstddef>
#include <cstdint>

#include "base/error.h"

namespace tutti::kernel {

/// Calls `visit` with an unsigned integer of as many bytes as an element: 1, 2, 4 or 8.
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

}  // namespace tutti::kernel
