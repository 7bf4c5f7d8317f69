// SPDX-License-Identifier: Apache-2.0
// The bytes at the beginning of a GGUF file, read in order.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "format/gguf.h"

namespace tutti::format {

inline constexpr uint64_t kMaxGgufHeaderBytes = uint64_t{1} << 27;

/// Reads the header from first to last; no read goes beyond the file's end.
class GgufBytes {
 public:
  GgufBytes(const ReadAt& read_at, uint64_t size, std::string_view where);

  uint64_t position() const { return position_; }
  uint64_t remaining() const { return size_ - position_; }

  void read(std::span<std::byte> out, std::string_view what);

  template <typename Number>
  Number number(std::string_view what) {
    Number number;
    read(std::as_writable_bytes(std::span(&number, 1)), what);
    return number;
  }

  std::string string(uint64_t limit, std::string_view what);

  /// Throws if fewer than `count` bytes are left, before allocating memory.
  void require(uint64_t count, std::string_view what) const;

 private:
  const ReadAt& read_at_;
  uint64_t size_;
  std::string_view where_;
  uint64_t position_ = 0;
  uint64_t buffer_start_ = 0;
  std::vector<std::byte> buffer_;
};

}  // namespace tutti::format
