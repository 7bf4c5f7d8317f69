// SPDX-License-Identifier: Apache-2.0
// The safetensors format: a 64-bit little-endian length, a JSON header of that many bytes, the
// data. Source: the format's description and the limits of the reference implementation
// (huggingface).
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/files.h"

namespace tutti::format {

enum class Dtype : uint8_t {
  boolean,
  u8,
  i8,
  f8_e5m2,
  f8_e4m3,
  f8_e8m0,
  u16,
  i16,
  f16,
  bf16,
  u32,
  i32,
  f32,
  u64,
  i64,
  f64,
  c64
};

/// Bytes of one element.
size_t byte_size(Dtype dtype);
/// As in a header: "BOOL", "U8", ..., "BF16", "F32", "F64".
std::string_view name_of(Dtype dtype);
std::optional<Dtype> dtype_of(std::string_view name);

struct TensorInfo {
  std::string name;
  Dtype dtype = Dtype::f32;
  std::vector<int64_t> shape;
  uint64_t begin = 0;  // bytes, from the start of the data
  uint64_t end = 0;

  uint64_t bytes() const { return end - begin; }
};

using Metadata = std::map<std::string, std::string>;

struct SafetensorsHeader {
  std::vector<TensorInfo> tensors;  // sorted by name
  Metadata metadata;
};

constexpr uint64_t kSafetensorsLengthBytes = 8;

/// The header's length from the first bytes of a file (8, and more to say what else it is) of
/// `file_bytes` bytes: checked against the file's size and the limit of 100,000,000. `where` names
/// the file in errors.
uint64_t parse_safetensors_length(std::span<const std::byte> start, uint64_t file_bytes,
                                  std::string_view where);

/// Parses a header. Each tensor's span must hold exactly its shape, and the spans must cover the
/// `data_bytes` bytes of data without a hole or an overlap; all else is a UserError.
SafetensorsHeader parse_safetensors_header(std::string_view text, uint64_t data_bytes,
                                           std::string_view where);

/// A file, its header read and checked; tensors are read when asked for, by any thread.
class SafetensorsFile {
 public:
  explicit SafetensorsFile(const Path& path);

  const Path& path() const { return file_.path(); }
  /// Sorted by name.
  const std::vector<TensorInfo>& tensors() const { return header_.tensors; }
  const Metadata& metadata() const { return header_.metadata; }
  /// Null where there is no such tensor.
  const TensorInfo* find(std::string_view name) const;
  /// The tensor's bytes: row-major, little-endian. `out` holds exactly info.bytes().
  void read(const TensorInfo& info, std::span<std::byte> out) const;

 private:
  InputFile file_;
  uint64_t data_start_ = 0;
  SafetensorsHeader header_;
};

/// The tensor of that name in a list sorted by name; null where there is none.
const TensorInfo* find_tensor(const std::vector<TensorInfo>& sorted, std::string_view name);

/// A tensor to write; `bytes` are row-major, little-endian and exactly those of the shape.
struct TensorEntry {
  std::string name;
  Dtype dtype = Dtype::f32;
  std::vector<int64_t> shape;
  std::span<const std::byte> bytes;
};

/// A tensor whose bytes are asked for when they are written, so that few are in memory at a time.
struct TensorSource {
  std::string name;
  Dtype dtype = Dtype::f32;
  std::vector<int64_t> shape;
  std::function<void(const WritePiece&)> write;
};

/// Writes a file atomically. The same entries in any order give the same bytes: tensors are sorted
/// by element size, largest first, then by name, so that each begins at a multiple of its own.
void write_safetensors(const Path& path, std::vector<TensorSource> sources,
                       const Metadata& metadata = {});
void write_safetensors(const Path& path, const std::vector<TensorEntry>& entries,
                       const Metadata& metadata = {});

}  // namespace tutti::format
