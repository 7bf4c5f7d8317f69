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

bool has_flat_bytes(std::string_view bytes, size_t field, std::string_view mark) {
  try {
    const auto found = FlatTable(bytes, "").bytes(field);
    return found && found->starts_with(mark);
  } catch (const UserError&) {
    return false;
  }
}

}  // namespace tutti::format
