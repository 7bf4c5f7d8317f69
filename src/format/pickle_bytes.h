// SPDX-License-Identifier: Apache-2.0
// The bytes of a pickle, read in order: opcodes, and the numbers and texts after them.
#pragma once

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <string>
#include <string_view>

#include "base/error.h"

namespace tutti::format {

class PickleBytes {
 public:
  PickleBytes(std::string_view pickle, std::string_view where) : rest_(pickle), where_(where) {}

  [[noreturn]] void wrong(std::string_view found) const {
    user_error("{}: {}, expected a state dict as torch.save writes it", where_, found);
  }

  std::string_view bytes(uint64_t count) {
    if (count > rest_.size()) wrong("found its end in an instruction");
    const std::string_view taken = rest_.substr(0, count);
    rest_.remove_prefix(count);
    return taken;
  }
  template <typename Number>
  Number number() {
    Number number{};
    std::memcpy(&number, bytes(sizeof number).data(), sizeof number);
    return number;
  }
  std::string line() {
    const size_t end = rest_.find('\n');
    if (end == rest_.npos) wrong("found its end in a name");
    std::string text(bytes(end));
    bytes(1);
    return text;
  }
  /// Big-endian, as Python packs it.
  double real() {
    const std::string_view packed = bytes(8);
    char turned[8];
    std::reverse_copy(packed.begin(), packed.end(), turned);
    double value = 0;
    std::memcpy(&value, turned, sizeof value);
    return value;
  }
  int64_t long_integer() {
    const auto count = number<uint8_t>();
    const std::string_view digits = bytes(count);
    if (count > 8) wrong("found an integer of more than 64 bits");
    uint64_t value = count > 0 && (digits.back() & 0x80) != 0 ? ~uint64_t{0} : 0;
    for (size_t i = count; i-- > 0;) value = value << 8 | static_cast<uint8_t>(digits[i]);
    return static_cast<int64_t>(value);
  }

 private:
  std::string_view rest_;
  std::string where_;
};

}  // namespace tutti::format
