// SPDX-License-Identifier: Apache-2.0
#include "backend/cpu/memory/arena.h"

#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <utility>

#include "base/checked.h"
#include "base/rounding.h"
#include "base/text.h"

namespace tutti::backend::cpu {
namespace {

std::byte* zeros_of_heap(int64_t bytes) {
  const auto size = static_cast<size_t>(round_up(bytes, kCacheLine));
  void* memory = std::aligned_alloc(kCacheLine, size);
  return memory ? static_cast<std::byte*>(std::memset(memory, 0, size)) : nullptr;
}

/// Not to whole huge pages: the last one would be taken for a few bytes.
size_t mapped_bytes(int64_t bytes) {
  static const int64_t page = sysconf(_SC_PAGESIZE);
  return static_cast<size_t>(checked_round_up(bytes, page, "memory for a tensor"));
}

/// From the system, which gives pages of zeros when they are first written.
std::byte* zeros_of_system(int64_t bytes) {
  const size_t size = mapped_bytes(bytes), huge = static_cast<size_t>(kHugePage);
  void* memory =
      mmap(nullptr, size + huge, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (memory == MAP_FAILED) return nullptr;
  // What is before and after the aligned part is given back.
  auto* const begin = static_cast<std::byte*>(memory);
  const size_t before = (huge - reinterpret_cast<uintptr_t>(begin) % huge) % huge;
  if (before > 0) munmap(begin, before);
  munmap(begin + before + size, huge - before);
  // Advice only: without it there are more page faults.
  madvise(begin + before, size, MADV_HUGEPAGE);
  return begin + before;
}

}  // namespace

HostMemory::HostMemory(int64_t bytes) : size_(bytes) {
  if (bytes == 0) return;
  data_ = bytes < kHugePage ? zeros_of_heap(bytes) : zeros_of_system(bytes);
  if (!data_)
    throw UserError(ExitCode::out_of_memory,
                    fmt::format("the system has no {} of memory left; use a smaller batch",
                                human_bytes(static_cast<size_t>(bytes))));
}

HostMemory::~HostMemory() {
  if (size_ < kHugePage)
    std::free(data_);
  else
    munmap(data_, mapped_bytes(size_));
}

HostMemory::HostMemory(HostMemory&& other) noexcept
    : data_(std::exchange(other.data_, nullptr)), size_(std::exchange(other.size_, 0)) {}

HostMemory& HostMemory::operator=(HostMemory&& other) noexcept {
  std::swap(data_, other.data_);
  std::swap(size_, other.size_);
  return *this;
}

void HostMemory::shrink(int64_t bytes) {
  if (bytes == 0) {
    *this = HostMemory();
    return;
  }
  bytes = std::max(bytes, kHugePage);  // what is smaller comes from the heap
  if (bytes >= size_) return;
  const size_t before = mapped_bytes(size_), after = mapped_bytes(bytes);
  if (after < before) munmap(data_ + after, before - after);
  size_ = bytes;
}

void HostMemory::give_back(int64_t begin, int64_t bytes) const {
  if (size_ < kHugePage) return;
  static const int64_t page = sysconf(_SC_PAGESIZE);
  const int64_t first = round_up(begin, page), end = (begin + bytes) / page * page;
  if (first < end) madvise(data_ + first, static_cast<size_t>(end - first), MADV_DONTNEED);
}

void Arena::reserve(int64_t bytes) {
  const std::lock_guard lock(guard_);
  if (bytes <= memory_.size()) {
    reserved_.insert(bytes);
    return;
  }
  const int64_t before = memory_.size();
  memory_ = HostMemory();  // the old one first: both might not fit
  try {
    memory_ = HostMemory(bytes);
  } catch (const UserError&) {
    memory_ = HostMemory(before);  // programs that fit still need it
    throw;
  }
  reserved_.insert(bytes);
}

void Arena::release(int64_t bytes) {
  const std::lock_guard lock(guard_);
  reserved_.erase(reserved_.find(bytes));
  memory_.shrink(reserved_.empty() ? 0 : *reserved_.rbegin());
}

}  // namespace tutti::backend::cpu
