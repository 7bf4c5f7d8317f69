// SPDX-License-Identifier: Apache-2.0
#include "format/safetensors.h"

#include <algorithm>
#include <array>
#include <bit>
#include <nlohmann/json.hpp>
#include <tuple>

#include "base/checked.h"
#include "base/error.h"
#include "base/text.h"

namespace tutti::format {
namespace {

// Data is handed over as it stands in the file.
static_assert(std::endian::native == std::endian::little);

constexpr size_t kAlignment = 8;

std::string_view as_text(std::span<const std::byte> bytes) {
  return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}

std::string quoted(const std::string& text) {
  if (!is_valid_utf8(text))
    user_error("safetensors: found the name \"{}\", expected UTF-8", escaped(text));
  return nlohmann::json(text).dump();
}

void check_entry(const TensorEntry& entry) {
  check(!entry.name.empty() && entry.name != "__metadata__", "a tensor cannot be named \"{}\"",
        entry.name);
  uint64_t bytes = byte_size(entry.dtype);
  for (const int64_t size : entry.shape)
    bytes = checked_multiply(bytes, checked_cast<uint64_t>(size, entry.name), entry.name);
  check(bytes == entry.bytes.size(), "tensor {}: {} bytes for a shape of {}", entry.name,
        entry.bytes.size(), bytes);
}

std::string header_text(const std::vector<TensorEntry>& entries, const Metadata& metadata) {
  std::vector<std::string> members;
  if (!metadata.empty()) {
    std::vector<std::string> pairs;
    for (const auto& [key, value] : metadata)
      pairs.push_back(fmt::format("{}:{}", quoted(key), quoted(value)));
    members.push_back(fmt::format("\"__metadata__\":{{{}}}", fmt::join(pairs, ",")));
  }
  uint64_t begin = 0;
  for (const TensorEntry& entry : entries) {
    const uint64_t end = checked_add<uint64_t>(begin, entry.bytes.size(), entry.name);
    members.push_back(fmt::format(R"({}:{{"dtype":"{}","shape":[{}],"data_offsets":[{},{}]}})",
                                  quoted(entry.name), name_of(entry.dtype),
                                  fmt::join(entry.shape, ","), begin, end));
    begin = end;
  }
  std::string text = fmt::format("{{{}}}", fmt::join(members, ","));
  text.append((kAlignment - text.size() % kAlignment) % kAlignment, ' ');
  return text;
}

}  // namespace

SafetensorsFile::SafetensorsFile(const Path& path) : file_(path) {
  std::array<std::byte, 8> start{};
  const std::span<std::byte> first(start.data(), std::min<size_t>(start.size(), file_.size()));
  file_.read_at(0, first);
  const uint64_t length = parse_safetensors_length(first, file_.size(), path.native());
  data_start_ = start.size() + length;
  std::string text(length, '\0');
  file_.read_at(start.size(), std::as_writable_bytes(std::span(text)));
  header_ = parse_safetensors_header(text, file_.size() - data_start_, path.native());
}

const TensorInfo* SafetensorsFile::find(std::string_view name) const {
  return find_tensor(header_.tensors, name);
}

void SafetensorsFile::read(const TensorInfo& info, std::span<std::byte> out) const {
  check(out.size() == info.bytes(), "tensor {}: {} bytes asked for, {} in the file", info.name,
        out.size(), info.bytes());
  file_.read_at(data_start_ + info.begin, out);
}

void write_safetensors(const Path& path, std::vector<TensorEntry> entries,
                       const Metadata& metadata) {
  std::sort(entries.begin(), entries.end(), [](const TensorEntry& a, const TensorEntry& b) {
    return std::tuple(byte_size(b.dtype), std::string_view(a.name)) <
           std::tuple(byte_size(a.dtype), std::string_view(b.name));
  });
  std::vector<std::string_view> names;
  for (const TensorEntry& entry : entries) {
    check_entry(entry);
    names.push_back(entry.name);
  }
  std::sort(names.begin(), names.end());
  const auto twice = std::adjacent_find(names.begin(), names.end());
  check(twice == names.end(), "tensor {} is written twice", twice == names.end() ? "" : *twice);

  const std::string header = header_text(entries, metadata);
  const auto length = static_cast<uint64_t>(header.size());
  write_file_atomically(path, [&](const WritePiece& write) {
    write(as_text(std::as_bytes(std::span(&length, 1))));
    write(header);
    for (const TensorEntry& entry : entries) write(as_text(entry.bytes));
  });
}

}  // namespace tutti::format
