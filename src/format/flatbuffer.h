// SPDX-License-Identifier: Apache-2.0
// Reads and writes tables of FlatBuffers, without their library and without a schema: fields have
// the numbers that a schema gives them. The bytes may come from anyone: an offset that leaves them
// is a UserError with its place.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace tutti::format {

/// A table inside a file's bytes. A field that is not there has its default, which the caller
/// knows.
class FlatTable {
 public:
  /// The root of a file; `where` names it in errors.
  FlatTable(std::string_view bytes, std::string_view where);

  /// A number of sizeof(Number) bytes.
  template <typename Number>
  std::optional<Number> number(size_t field) const {
    const std::optional<size_t> at = place_of(field);
    if (!at) return std::nullopt;
    return read<Number>(*at);
  }
  /// A text or a list of bytes; a list of numbers as its bytes.
  std::optional<std::string_view> bytes(size_t field, size_t element = 1) const;
  /// A list of texts.
  std::vector<std::string_view> texts(size_t field) const;

 private:
  template <typename Number>
  Number read(size_t at) const {
    Number value{};
    copy(at, sizeof value, &value);
    return value;
  }
  void copy(size_t at, size_t size, void* to) const;
  std::optional<size_t> place_of(size_t field) const;
  size_t follow(size_t at) const;
  [[noreturn]] void fail(size_t at, const std::string& what) const;

  std::string_view bytes_, where_;
  size_t table_ = 0, fields_ = 0;
  uint16_t fields_size_ = 0;
};

/// Writes a file of FlatBuffers: what is added is in the file after what was added before, and
/// references lead forward, so a table is added before what it refers to. All fields take 4 bytes.
class FlatWriter {
 public:
  FlatWriter() : bytes_(4, '\0') {}

  /// Adds a table with these fields, in ascending order; returns its place.
  size_t table(const std::vector<size_t>& fields);
  size_t text(std::string_view content);
  size_t list_of_bytes(std::string_view content);
  size_t numbers(const std::vector<uint16_t>& values);
  size_t numbers(const std::vector<uint32_t>& values);
  /// Adds a list of so many references, which are to be set.
  size_t list(size_t count);

  void set_number(size_t table, size_t field, uint32_t value) { put(at(table, field), value); }
  void set_reference(size_t table, size_t field, size_t place) { refer(at(table, field), place); }
  void set_entry(size_t list, size_t index, size_t place) { refer(list + 4 + 4 * index, place); }
  /// The file, whose root is the table.
  std::string take(size_t root);

 private:
  size_t at(size_t table, size_t field) const;
  void put(size_t place, uint32_t value);
  void refer(size_t from, size_t to) { put(from, static_cast<uint32_t>(to - from)); }
  void append(uint32_t value, size_t size);
  void align();

  std::string bytes_;
};

/// Whether bytes begin as a file whose root table has a list of bytes in a field, which begins with
/// a mark. It throws nothing.
bool has_flat_bytes(std::string_view bytes, size_t field, std::string_view mark);

}  // namespace tutti::format
