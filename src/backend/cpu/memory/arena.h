// SPDX-License-Identifier: Apache-2.0
// Host memory for tensors: single blocks, and the arena in which every program of a backend puts
// its temporaries.
#pragma once

#include <cstddef>
#include <cstdint>
#include <mutex>
#include <set>

namespace tutti::backend::cpu {

/// What the system gives at a time of a block that is at least as large.
inline constexpr int64_t kHugePage = int64_t{2} << 20;

/// A block of bytes that are zero at first, aligned to 64 or, where there are enough of them, to a
/// huge page. A block of a huge page or more takes no physical memory before it is written. The
/// constructor throws UserError of exit code 4 where the system does not have that much memory.
class HostMemory {
 public:
  HostMemory() = default;
  explicit HostMemory(int64_t bytes);
  ~HostMemory();
  HostMemory(HostMemory&& other) noexcept;
  HostMemory& operator=(HostMemory&& other) noexcept;

  std::byte* data() const { return data_; }
  int64_t size() const { return size_; }
  /// Gives what is after the first `bytes` back to the system, as far as it goes by pages.
  void shrink(int64_t bytes);
  /// Gives the whole pages of a part back to the system until they are written again; what they
  /// contained is lost. A block of less than a huge page keeps them.
  void give_back(int64_t begin, int64_t bytes) const;

 private:
  std::byte* data_ = nullptr;
  int64_t size_ = 0;
};

/// Memory for the temporaries of one run at a time. Nothing in it survives a run. It is as large as
/// the largest of its programs needs.
class Arena {
 public:
  /// Makes it at least `bytes` large, for a program that will release() as many. Where the system
  /// refuses, a UserError of exit code 4, and the arena is as before.
  void reserve(int64_t bytes);
  /// A program that reserved `bytes` no longer exists.
  void release(int64_t bytes);

  /// One run's use of the arena: other runs wait until it is destroyed.
  class Hold {
   public:
    explicit Hold(Arena& arena) : lock_(arena.guard_), memory_(arena.memory_) {}
    std::byte* data() const { return memory_.data(); }
    /// Gives the system the pages of a part that this run does not use any more. Whoever writes
    /// there next gets new ones.
    void give_back(int64_t begin, int64_t bytes) const { memory_.give_back(begin, bytes); }

   private:
    std::lock_guard<std::mutex> lock_;
    const HostMemory& memory_;
  };

 private:
  std::mutex guard_;
  std::multiset<int64_t> reserved_;  // bytes of each program
  HostMemory memory_;
};

}  // namespace tutti::backend::cpu
