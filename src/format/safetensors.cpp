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

// Data is passed on with the bytes that the file has.
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

uint64_t bytes_of(const TensorSource& source) {
  uint64_t bytes = byte_size(source.dtype);
  for (const int64_t size : source.shape)
    bytes = checked_multiply(bytes, checked_cast<uint64_t>(size, source.name), source.name);
  return bytes;
}

void check_names(const std::vector<TensorSource>& sources) {
  std::vector<std::string_view> names;
  for (const TensorSource& source : sources) {
    check(!source.name.empty() && source.name != "__metadata__", "a tensor cannot be named \"{}\"",
          source.name);
    names.push_back(source.name);
  }
  std::sort(names.begin(), names.end());
  const auto twice = std::adjacent_find(names.begin(), names.end());
  check(twice == names.end(), "tensor {} is written twice", twice == names.end() ? "" : *twice);
}

std::string header_text(const std::vector<TensorSource>& sources, const Metadata& metadata) {
  std::vector<std::string> members;
  if (!metadata.empty()) {
    std::vector<std::string> pairs;
    for (const auto& [key, value] : metadata)
      pairs.push_back(fmt::format("{}:{}", quoted(key), quoted(value)));
    members.push_back(fmt::format("\"__metadata__\":{{{}}}", fmt::join(pairs, ",")));
  }
  uint64_t begin = 0;
  for (const TensorSource& source : sources) {
    const uint64_t end = checked_add<uint64_t>(begin, bytes_of(source), source.name);
    members.push_back(fmt::format(R"({}:{{"dtype":"{}","shape":[{}],"data_offsets":[{},{}]}})",
                                  quoted(source.name), name_of(source.dtype),
                                  fmt::join(source.shape, ","), begin, end));
    begin = end;
  }
  std::string text = fmt::format("{{{}}}", fmt::join(members, ","));
  text.append((kAlignment - text.size() % kAlignment) % kAlignment, ' ');
  return text;
}

}  // namespace

SafetensorsFile::SafetensorsFile(const Path& path) : file_(path) {
  std::array<std::byte, 32> start{};
  const std::span<std::byte> first(start.data(), std::min<size_t>(start.size(), file_.size()));
  file_.read_at(0, first);
  const uint64_t length = parse_safetensors_length(first, file_.size(), path.native());
  data_start_ = kSafetensorsLengthBytes + length;
  std::string text(length, '\0');
  file_.read_at(kSafetensorsLengthBytes, std::as_writable_bytes(std::span(text)));
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

void write_safetensors(const Path& path, std::vector<TensorSource> sources,
                       const Metadata& metadata, const WritePiece& observe) {
  check_names(sources);
  std::sort(sources.begin(), sources.end(), [](const TensorSource& a, const TensorSource& b) {
    return std::tuple(byte_size(b.dtype), std::string_view(a.name)) <
           std::tuple(byte_size(a.dtype), std::string_view(b.name));
  });
  const std::string header = header_text(sources, metadata);
  const auto length = static_cast<uint64_t>(header.size());
  write_file_atomically(path, [&](const WritePiece& append) {
    const auto write = [&](std::string_view piece) {
      append(piece);
      if (observe) observe(piece);
    };
    write(as_text(std::as_bytes(std::span(&length, 1))));
    write(header);
    for (const TensorSource& source : sources) {
      uint64_t written = 0;
      source.write([&](std::string_view piece) {
        write(piece);
        written += piece.size();
      });
      check(written == bytes_of(source), "tensor {}: {} bytes for a shape of {}", source.name,
            written, bytes_of(source));
    }
  });
}

void write_safetensors(const Path& path, const std::vector<TensorEntry>& entries,
                       const Metadata& metadata) {
  std::vector<TensorSource> sources;
  for (const TensorEntry& entry : entries)
    sources.push_back({entry.name, entry.dtype, entry.shape,
                       [&entry](const WritePiece& write) { write(as_text(entry.bytes)); }});
  write_safetensors(path, std::move(sources), metadata);
}

}  // namespace tutti::format
