// SPDX-License-Identifier: Apache-2.0
// Large pages for memory that is filled once, front to back: with small ones, asking the system for
// each costs more than copying into it.
#pragma once

#include <sys/mman.h>
#include <unistd.h>

#include <cstddef>
#include <cstdint>

namespace tutti::portable {

/// Advice on memory that is not written yet; the system may ignore it.
inline void prefer_large_pages(void* data, size_t bytes) {
  constexpr size_t kWorthIt = size_t{8} << 20;
  if (bytes < kWorthIt) return;
  const auto page = static_cast<uintptr_t>(::sysconf(_SC_PAGESIZE));
  const uintptr_t begin = (reinterpret_cast<uintptr_t>(data) + page - 1) / page * page;
  const uintptr_t end = (reinterpret_cast<uintptr_t>(data) + bytes) / page * page;
  ::madvise(reinterpret_cast<void*>(begin), end - begin, MADV_HUGEPAGE);
}

}  // namespace tutti::portable
