// SPDX-License-Identifier: Apache-2.0
// Bytes of MLIR bytecode that are being written; see format/bytecode_cursor.h.
#pragma once

#include <bit>
#include <cstdint>
#include <string>
#include <string_view>

namespace tutti::format {

class BytecodeBuffer {
 public:
  const std::string& bytes() const { return bytes_; }
  std::string take() { return std::move(bytes_); }
  void reserve(size_t size) { bytes_.reserve(size); }

  void byte(uint8_t value) { bytes_ += static_cast<char>(value); }
  void append(std::string_view bytes) { bytes_ += bytes; }
  void varint(uint64_t value) {
    const int bits = 64 - std::countl_zero(value | 1);
    const int size = (bits + 6) / 7;  // bytes with seven bits each
    if (size > 8) {
      byte(0);
      return little_endian(value, 8);
    }
    little_endian((value << 1 | 1) << (size - 1), size);
  }
  /// Signed, as zigzag.
  void svarint(int64_t value) {
    varint(static_cast<uint64_t>(value) << 1 ^ static_cast<uint64_t>(value >> 63));
  }
  void flagged(uint64_t value, bool flag) { varint(value << 1 | (flag ? 1 : 0)); }
  /// A number of bytes, and them.
  void blob(std::string_view bytes) {
    varint(bytes.size());
    append(bytes);
  }

 private:
  void little_endian(uint64_t value, int size) {
    for (int i = 0; i < size; i++) byte(static_cast<uint8_t>(value >> (8 * i)));
  }

  std::string bytes_;
};

}  // namespace tutti::format
