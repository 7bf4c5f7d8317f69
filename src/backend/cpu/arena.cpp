// SPDX-License-Identifier: Apache-2.0
#include "backend/cpu/arena.h"

#include <sys/mman.h>

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <utility>

#include "base/checked.h"
#include "base/rounding.h"
#include "base/text.h"

namespace tutti::backend::cpu {
namespace {

constexpr int64_t kHugePage = int64_t{2} << 20;

}  // namespace

HostMemory::HostMemory(int64_t bytes) : size_(bytes) {
  if (bytes == 0) return;
  const int64_t alignment = bytes >= kHugePage ? kHugePage : kCacheLine;
  const int64_t rounded = checked_round_up(bytes, kCacheLine, "memory for a tensor");
  void* memory = nullptr;
  if (posix_memalign(&memory, static_cast<size_t>(alignment), static_cast<size_t>(rounded)) != 0)
    throw UserError(ExitCode::out_of_memory,
                    fmt::format("the system has no {} of memory left; use a smaller batch",
                                human_bytes(static_cast<size_t>(bytes))));
  // Advice only: without it there are more page faults.
  if (bytes >= kHugePage) madvise(memory, static_cast<size_t>(rounded), MADV_HUGEPAGE);
  data_ = static_cast<std::byte*>(memory);
}

HostMemory::~HostMemory() {
  std::free(data_);
}

HostMemory::HostMemory(HostMemory&& other) noexcept
    : data_(std::exchange(other.data_, nullptr)), size_(std::exchange(other.size_, 0)) {}

HostMemory& HostMemory::operator=(HostMemory&& other) noexcept {
  std::swap(data_, other.data_);
  std::swap(size_, other.size_);
  return *this;
}

void Arena::reserve(int64_t bytes, Team& team) {
  const std::lock_guard lock(guard_);
  if (bytes <= memory_.size()) return;
  memory_ = HostMemory();  // the old one first: both might not fit
  memory_ = HostMemory(bytes);
  auto touch = [&](int64_t page, int) {
    const int64_t first = page * kHugePage;
    std::memset(memory_.data() + first, 0, static_cast<size_t>(std::min(kHugePage, bytes - first)));
  };
  team.run(divide_up(bytes, kHugePage), touch);
}

}  // namespace tutti::backend::cpu
