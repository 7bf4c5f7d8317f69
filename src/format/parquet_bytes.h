// SPDX-License-Identifier: Apache-2.0
// Reads the bytes of a page from first to last.
#pragma once

#include <cstdint>
#include <cstring>
#include <string>
#include <string_view>
#include <vector>

namespace tutti::format {

/// In errors `place` names the page, and `what` names what a call reads.
class ParquetBytes {
 public:
  ParquetBytes(std::string_view bytes, const std::string& place) : bytes_(bytes), place_(place) {}

  size_t size() const { return bytes_.size(); }
  std::string_view take(int64_t count, const char* what);
  template <typename Number>
  Number number(const char* what) {
    Number number;
    std::memcpy(&number, take(sizeof(number), what).data(), sizeof(number));
    return number;
  }
  /// Reads `count` integers of `width` <= 32 bits in the encoding RLE, which mixes runs of one
  /// value with groups of eight values packed into `width` bits each.
  std::vector<uint32_t> runs(int width, int64_t count, const char* what);

  [[noreturn]] void cut_short(int64_t expected, const char* what) const;

 private:
  uint64_t varint(const char* what);

  std::string_view bytes_;
  const std::string& place_;
};

}  // namespace tutti::format
