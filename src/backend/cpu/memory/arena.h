// SPDX-License-Identifier: Apache-2.0
// Host memory for tensors: single blocks, and the arena that all programs of a backend share.
#pragma once

#include <cstddef>
#include <cstdint>
#include <mutex>

namespace tutti::backend::cpu {

/// Bytes aligned to 64, or to a huge page where there are enough of them; zero at first. Those of a
/// huge page or more take no room before they are written. A system without that much memory is a
/// UserError of exit code 4.
class HostMemory {
 public:
  HostMemory() = default;
  explicit HostMemory(int64_t bytes);
  ~HostMemory();
  HostMemory(HostMemory&& other) noexcept;
  HostMemory& operator=(HostMemory&& other) noexcept;

  std::byte* data() const { return data_; }
  int64_t size() const { return size_; }

 private:
  std::byte* data_ = nullptr;
  int64_t size_ = 0;
};

/// Memory for the temporaries of one run at a time. It holds nothing between runs.
class Arena {
 public:
  /// Makes it at least `bytes` large. Where the system refuses, a UserError of exit code 4, and the
  /// arena is as large as before.
  void reserve(int64_t bytes);

  /// One run's hold on the arena.
  class Hold {
   public:
    explicit Hold(Arena& arena) : lock_(arena.guard_), data_(arena.memory_.data()) {}
    std::byte* data() const { return data_; }

   private:
    std::lock_guard<std::mutex> lock_;
    std::byte* data_;
  };

 private:
  std::mutex guard_;
  HostMemory memory_;
};

}  // namespace tutti::backend::cpu
