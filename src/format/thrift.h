// SPDX-License-Identifier: Apache-2.0
// Thrift's compact protocol, in which the metadata of Parquet files is written. Source: "Thrift
// Compact protocol encoding" of Apache Thrift.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace tutti::format {

/// Reads a struct field by field. Malformed input, nesting of more than 32 levels and a type other
/// than the one asked for are UserErrors. Each turn of a loop takes a byte of the input, so that
/// none runs forever.
class ThriftReader {
 public:
  /// The next value: the number of its field, and its type as the protocol numbers it.
  struct Field {
    int64_t id;
    uint8_t type;
  };

  /// `place` says in errors where the bytes are from.
  ThriftReader(std::string_view bytes, std::string place)
      : bytes_(bytes), place_(std::move(place)) {}

  /// How many bytes have been read.
  size_t offset() const { return offset_; }

  /// Calls `read` with each field of the struct that comes next. `read` reads or skips the value.
  template <typename Read>
  void each_field(const Read& read) {
    enter();
    int64_t id = 0;
    while (const auto field = next_field(id)) {
      read(*field);
      id = field->id;
    }
    depth_--;
  }
  /// The same for a field that is a struct.
  template <typename Read>
  void each_field_of(Field field, const Read& read) {
    expect(field, kStruct, "a struct");
    each_field(read);
  }
  /// Calls `read` with each item of a list. `read` reads or skips the item.
  template <typename Read>
  void each_item(Field field, const Read& read) {
    expect(field, kList, "a list");
    const auto [count, type] = next_list();
    for (uint64_t i = 0; i < count; i++) read(Field{field.id, type});
  }

  int64_t integer(Field field);
  /// For fields only: items of lists are encoded in another way.
  bool boolean(Field field);
  std::string_view binary(Field field);
  void skip(Field field);

 private:
  enum : uint8_t {
    kStop = 0,
    kTrue = 1,
    kFalse = 2,
    kByte = 3,
    kInt16 = 4,
    kInt64 = 6,
    kDouble = 7,
    kBinary = 8,
    kList = 9,
    kSet = 10,
    kMap = 11,
    kStruct = 12
  };
  struct List {
    uint64_t count;
    uint8_t type;
  };

  void enter();
  std::optional<Field> next_field(int64_t previous);
  List next_list();
  void expect(Field field, uint8_t type, std::string_view expected) const;
  [[noreturn]] void wrong_type(Field field, std::string_view expected) const;
  uint8_t byte();
  uint64_t varint();
  int64_t zigzag();
  std::string_view take(uint64_t count);
  void skip_item(uint8_t type);

  std::string_view bytes_;
  std::string place_;
  size_t offset_ = 0;
  int depth_ = 0;  // of open structs and containers
};

}  // namespace tutti::format
