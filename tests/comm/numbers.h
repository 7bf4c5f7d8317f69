// SPDX-License-Identifier: Apache-2.0
// Messages whose bytes say which they are.
#pragma once

#include <cstddef>
#include <vector>

namespace tutti::test {

inline std::vector<std::byte> numbers(size_t bytes, size_t seed) {
  std::vector<std::byte> made(bytes);
  for (size_t i = 0; i < bytes; i++) made[i] = static_cast<std::byte>(i * 31 + i / 256 + seed);
  return made;
}

}  // namespace tutti::test
