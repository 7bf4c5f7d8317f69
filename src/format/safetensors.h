// SPDX-License-Identifier: Apache-2.0
// Reads and writes safetensors files: a 64-bit little-endian length, a JSON header of that many
// bytes, and the data. Source: the description of the format and the limits of the reference
// implementation (huggingface).
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
#include "blocks/blocks.h"

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

/// Returns the number of bytes of one element.
size_t byte_size(Dtype dtype);
/// Its name in a header: "BOOL", "U8", ..., "BF16", "F32", "F64".
std::string_view name_of(Dtype dtype);
std::optional<Dtype> dtype_of(std::string_view name);

struct TensorInfo {
  std::string name;
  Dtype dtype = Dtype::f32;
  std::vector<int64_t> shape;
  uint64_t begin = 0;  // in bytes from the start of the data
  uint64_t end = 0;
  /// The blocks in which its file has it. All else tells of the values, which are decoded.
  std::optional<blocks::BlockType> blocks = {};

  uint64_t bytes() const { return end - begin; }
};

using Metadata = std::map<std::string, std::string>;

struct SafetensorsHeader {
  std::vector<TensorInfo> tensors;  // sorted by name
  Metadata metadata;
};

constexpr uint64_t kSafetensorsLengthBytes = 8;

/// The length of the header, from the first bytes of a file of `file_bytes` bytes. 8 bytes are
/// enough; more of them let an error say what else the file is. The length is checked against the
/// file's size and the limit of 100,000,000. `where` names the file in errors.
uint64_t parse_safetensors_length(std::span<const std::byte> start, uint64_t file_bytes,
                                  std::string_view where);

/// Parses a header. The span of each tensor must have exactly the bytes of its shape, and the spans
/// must cover the `data_bytes` bytes of data without holes or overlaps; otherwise it is a
/// UserError.
SafetensorsHeader parse_safetensors_header(std::string_view text, uint64_t data_bytes,
                                           std::string_view where);

/// A file whose header was read and checked. Tensors are read on request, by any thread.
class SafetensorsFile {
 public:
  explicit SafetensorsFile(const Path& path);

  const Path& path() const { return file_.path(); }
  /// Sorted by name.
  const std::vector<TensorInfo>& tensors() const { return header_.tensors; }
  const Metadata& metadata() const { return header_.metadata; }
  /// The tensor of that name, or null.
  const TensorInfo* find(std::string_view name) const;
  /// The tensor's bytes: row-major, little-endian. `out` has exactly info.bytes().
  void read(const TensorInfo& info, std::span<std::byte> out) const;

 private:
  InputFile file_;
  uint64_t data_start_ = 0;
  SafetensorsHeader header_;
};

/// The tensor of that name in a list that is sorted by name, or null.
const TensorInfo* find_tensor(const std::vector<TensorInfo>& sorted, std::string_view name);

/// A tensor to write. `bytes` are row-major, little-endian and exactly those of the shape.
struct TensorEntry {
  std::string name;
  Dtype dtype = Dtype::f32;
  std::vector<int64_t> shape;
  std::span<const std::byte> bytes;
};

/// A tensor whose bytes are only requested when they are written, so that few are in memory at a
/// time.
struct TensorSource {
  std::string name;
  Dtype dtype = Dtype::f32;
  std::vector<int64_t> shape;
  std::function<void(const WritePiece&)> write;
};

/// Writes a file atomically. The order of the entries makes no difference: tensors are sorted by
/// the size of their elements, largest first, and then by name. So each begins at a multiple of the
/// size of its elements. `observe` is given every piece of the file, in order, after it is written.
void write_safetensors(const Path& path, std::vector<TensorSource> sources,
                       const Metadata& metadata = {}, const WritePiece& observe = {});
void write_safetensors(const Path& path, const std::vector<TensorEntry>& entries,
                       const Metadata& metadata = {});

}  // namespace tutti::format
