// SPDX-License-Identifier: Apache-2.0
// Reads the encoding of protocol buffers, without their library: the fields of a message, one after
// another. The bytes may come from anyone: none of them is read twice, and nothing is allocated.
#pragma once

#include <bit>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace tutti {

/// The fields of one message. Bytes that are cut off or no message are a UserError, which begins
/// with `where`.
class MessageReader {
 public:
  /// How a field is encoded.
  enum Type : uint64_t { kVarint = 0, kFixed64 = 1, kBytes = 2, kFixed32 = 5 };

  MessageReader(std::string_view bytes, std::string_view where) : bytes_(bytes), where_(where) {}

  /// Moves to the next field; false after the last.
  bool next();

  uint64_t field() const { return field_; }
  uint64_t type() const { return type_; }
  bool is(uint64_t field, uint64_t type) const { return field_ == field && type_ == type; }
  /// Of a field of type kBytes: a text, a message, or packed numbers.
  std::string_view content() const { return content_; }
  /// Of a field of any other type.
  uint64_t number() const { return number_; }
  double as_double() const { return std::bit_cast<double>(number_); }
  double as_float() const {
    return static_cast<double>(std::bit_cast<float>(static_cast<uint32_t>(number_)));
  }
  /// Appends the field's integers, which may be one or packed.
  void append_to(std::vector<int64_t>& numbers) const;

 private:
  [[noreturn]] void fail(const std::string& what) const;
  std::string_view take(uint64_t size);
  uint64_t varint();
  uint64_t fixed(size_t size);

  std::string_view bytes_, where_;
  size_t at_ = 0;
  uint64_t field_ = 0, type_ = 0, number_ = 0;
  std::string_view content_;
};

}  // namespace tutti
