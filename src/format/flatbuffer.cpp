// SPDX-License-Identifier: Apache-2.0
#include "format/flatbuffer.h"

#include <cstring>

#include "base/error.h"

namespace tutti::format {

FlatTable::FlatTable(std::string_view bytes, std::string_view where)
    : bytes_(bytes), where_(where) {
  table_ = follow(0);
  const int64_t fields = static_cast<int64_t>(table_) - read<int32_t>(table_);
  if (fields < 0) fail(table_, "found a list of fields before the file");
  fields_ = static_cast<size_t>(fields);
  fields_size_ = read<uint16_t>(fields_);
  if (fields_size_ < 4 || fields_size_ % 2 != 0)
    fail(fields_, fmt::format("found a list of fields of {} bytes", fields_size_));
}

void FlatTable::fail(size_t at, const std::string& what) const {
  user_error("{}: byte {}: {}, expected a table of FlatBuffers", where_, at, what);
}

void FlatTable::copy(size_t at, size_t size, void* to) const {
  if (at > bytes_.size() || size > bytes_.size() - at)
    fail(at, fmt::format("found the end of {} bytes", bytes_.size()));
  std::memcpy(to, bytes_.data() + at, size);
}

std::optional<size_t> FlatTable::place_of(size_t field) const {
  const size_t entry = 4 + 2 * field;
  if (entry + 2 > fields_size_) return std::nullopt;
  const auto offset = read<uint16_t>(fields_ + entry);
  if (offset == 0) return std::nullopt;
  return table_ + offset;
}

/// The place that an offset leads to.
size_t FlatTable::follow(size_t at) const {
  const size_t place = at + read<uint32_t>(at);
  if (place >= bytes_.size()) fail(at, fmt::format("found an offset to byte {}", place));
  return place;
}

std::optional<std::string_view> FlatTable::bytes(size_t field, size_t element) const {
  const std::optional<size_t> at = place_of(field);
  if (!at) return std::nullopt;
  const size_t list = follow(*at);
  const uint64_t size = uint64_t{read<uint32_t>(list)} * element;
  if (size > bytes_.size() - list - 4) fail(list, fmt::format("found a list of {} bytes", size));
  return bytes_.substr(list + 4, size);
}

std::vector<std::string_view> FlatTable::texts(size_t field) const {
  std::vector<std::string_view> texts;
  const std::optional<std::string_view> offsets = bytes(field, 4);
  if (!offsets) return texts;
  const auto start = static_cast<size_t>(offsets->data() - bytes_.data());
  for (size_t i = 0; i < offsets->size() / 4; i++) {
    const size_t text = follow(start + 4 * i);
    const auto size = read<uint32_t>(text);
    if (size > bytes_.size() - text - 4) fail(text, fmt::format("found a text of {} bytes", size));
    texts.push_back(bytes_.substr(text + 4, size));
  }
  return texts;
}

void FlatWriter::align() {
  bytes_.resize((bytes_.size() + 3) / 4 * 4, '\0');
}

void FlatWriter::append(uint32_t value, size_t size) {
  for (size_t i = 0; i < size; i++) bytes_ += static_cast<char>(value >> (8 * i));
}

void FlatWriter::put(size_t place, uint32_t value) {
  for (size_t i = 0; i < 4; i++) bytes_[place + i] = static_cast<char>(value >> (8 * i));
}

/// The places of the fields, each after a number of the table's own, then the table.
size_t FlatWriter::table(const std::vector<size_t>& fields) {
  align();
  const size_t start = bytes_.size(), count = fields.empty() ? 0 : fields.back() + 1;
  append(static_cast<uint32_t>(4 + 2 * count), 2);
  append(static_cast<uint32_t>(4 + 4 * fields.size()), 2);
  uint32_t next = 4;
  for (size_t field = 0, i = 0; field < count; field++) {
    const bool is_there = fields[i] == field;
    append(is_there ? next : 0, 2);
    if (!is_there) continue;
    next += 4;
    i++;
  }
  align();
  const size_t table = bytes_.size();
  append(static_cast<uint32_t>(table - start), 4);
  bytes_.resize(bytes_.size() + 4 * fields.size(), '\0');
  return table;
}

size_t FlatWriter::at(size_t table, size_t field) const {
  const auto number = [&](size_t place, size_t size) {
    uint32_t value = 0;
    std::memcpy(&value, bytes_.data() + place, size);
    return value;
  };
  const uint32_t offset = number(table - number(table, 4) + 4 + 2 * field, 2);
  check(offset != 0, "the table at {} has no field {}", table, field);
  return table + offset;
}

size_t FlatWriter::list_of_bytes(std::string_view content) {
  align();
  const size_t place = bytes_.size();
  append(static_cast<uint32_t>(content.size()), 4);
  bytes_ += content;
  return place;
}

size_t FlatWriter::text(std::string_view content) {
  const size_t place = list_of_bytes(content);
  bytes_ += '\0';
  return place;
}

size_t FlatWriter::numbers(const std::vector<uint16_t>& values) {
  align();
  const size_t place = bytes_.size();
  append(static_cast<uint32_t>(values.size()), 4);
  for (const uint16_t value : values) append(value, 2);
  return place;
}

size_t FlatWriter::numbers(const std::vector<uint32_t>& values) {
  align();
  const size_t place = bytes_.size();
  append(static_cast<uint32_t>(values.size()), 4);
  for (const uint32_t value : values) append(value, 4);
  return place;
}

size_t FlatWriter::list(size_t count) {
  return numbers(std::vector<uint32_t>(count, 0));
}

std::string FlatWriter::take(size_t root) {
  align();
  put(0, static_cast<uint32_t>(root));
  return std::move(bytes_);
}

bool has_flat_bytes(std::string_view bytes, size_t field, std::string_view mark) {
  try {
    const auto found = FlatTable(bytes, "").bytes(field);
    return found && found->starts_with(mark);
  } catch (const UserError&) {
    return false;
  }
}

}  // namespace tutti::format
