// SPDX-License-Identifier: Apache-2.0
// Bytes of MLIR bytecode, read in order: variable-length integers, strings and padding. Each error
// names the file and the byte's offset in it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>

#include "base/error.h"

namespace tutti::format {

/// A whole file and its name in errors. Cursors refer to it.
struct BytecodeFile {
  std::string_view bytes;
  std::string where;

  /// Where a part of the bytes begins in the file.
  size_t offset_of(std::string_view part) const {
    return static_cast<size_t>(part.data() - bytes.data());
  }
  template <typename... Args>
  [[noreturn]] void fail(size_t offset, fmt::format_string<Args...> format, Args&&... args) const {
    user_error("{}: byte {}: {}", where, offset, fmt::format(format, std::forward<Args>(args)...));
  }
};

class BytecodeCursor {
 public:
  /// `part` lies in the file's bytes.
  BytecodeCursor(const BytecodeFile& file, std::string_view part) : file_(&file), rest_(part) {}

  bool at_end() const { return rest_.empty(); }
  std::string_view rest() const { return rest_; }
  size_t offset() const { return file_->offset_of(rest_); }
  const BytecodeFile& file() const { return *file_; }
  /// Fails at the next byte.
  template <typename... Args>
  [[noreturn]] void fail(fmt::format_string<Args...> format, Args&&... args) const {
    file_->fail(offset(), format, std::forward<Args>(args)...);
  }

  uint8_t byte();
  /// An integer whose first byte says by its trailing zeros how many bytes follow.
  uint64_t varint() {
    if (rest_.empty() || (rest_.front() & 1) == 0) return long_varint();
    const auto value = static_cast<uint64_t>(static_cast<uint8_t>(rest_.front()) >> 1);
    rest_.remove_prefix(1);
    return value;
  }
  /// Signed, as zigzag.
  int64_t svarint();
  /// A number whose lowest bit is a flag.
  std::pair<uint64_t, bool> flagged() {
    const uint64_t value = varint();
    return {value >> 1, (value & 1) != 0};
  }
  std::string_view bytes(uint64_t count);
  /// The number of things that follow, each of at least a byte: never more than bytes are left.
  size_t count(std::string_view of_what);
  size_t held(uint64_t count, std::string_view of_what) const;
  /// A number below `end`: the place in a table.
  uint32_t index(size_t end, std::string_view of_what) {
    return checked_index(varint(), end, of_what);
  }
  uint32_t checked_index(uint64_t index, size_t end, std::string_view of_what) const;
  /// Text up to a zero byte, which is taken too.
  std::string_view text();
  /// Padding until the offset in the file is a multiple of the alignment, which is read first.
  void alignment();
  /// Fails where bytes are left.
  void expect_end(std::string_view of_what) const;

 private:
  uint64_t long_varint();

  const BytecodeFile* file_;
  std::string_view rest_;
};

}  // namespace tutti::format
