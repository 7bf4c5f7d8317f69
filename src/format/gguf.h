// SPDX-License-Identifier: Apache-2.0
// The GGUF format, versions 2 and 3, little-endian: keys with values, a list of tensors, their
// data. Source: the format's description (ggml) and the reader of its Python package gguf.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/files.h"
#include "format/gguf_blocks.h"
#include "format/gguf_keys.h"

namespace tutti::format {

struct GgufTensor {
  std::string name;
  GgufType type = GgufType::f32;
  std::vector<int64_t> shape;  // row-major; the file has the sizes in reverse order
  uint64_t begin = 0;          // bytes, from the start of the file
  uint64_t bytes = 0;

  int64_t values() const;
};

struct GgufHeader {
  uint32_t version = 0;
  uint64_t alignment = 0;  // bytes that each tensor's place is a multiple of, from the data's start
  GgufKeys keys;
  std::vector<GgufTensor> tensors;  // sorted by name
};

/// Reads bytes of a file at an offset, all of them within the file.
using ReadAt = std::function<void(uint64_t offset, std::span<std::byte> out)>;

/// Parses a file's beginning. Throws UserError that names the key or tensor where the file is cut
/// short, big-endian or of another version, where a type, a size or a place is not what the format
/// has, where a key or tensor comes twice, where tensors overlap or lie beyond the file's end, and
/// for tensors of types that are not read, by the type's name. The limits are 128 MiB of keys and
/// tensors' descriptions, 65,536 keys, 1,000,000 tensors, and 4,000,000 strings in a list.
GgufHeader parse_gguf(const ReadAt& read_at, uint64_t file_bytes, std::string_view where);

/// Whether a model's path is a GGUF file, as any file is taken to be, rather than a folder.
bool is_gguf(const Path& path);

/// A file whose keys and list of tensors were read and checked. Tensors are read on request, by any
/// thread.
class GgufFile {
 public:
  explicit GgufFile(const Path& path);

  const Path& path() const { return file_.path(); }
  const GgufKeys& keys() const { return header_.keys; }
  /// Sorted by name.
  const std::vector<GgufTensor>& tensors() const { return header_.tensors; }
  /// The tensor of that name, or null.
  const GgufTensor* find(std::string_view name) const;
  /// The tensor's blocks as the file has them. `out` has exactly tensor.bytes.
  void read(const GgufTensor& tensor, std::span<std::byte> out) const;
  /// The same of a quantized tensor, whose values must be finite.
  void read_blocks(const GgufTensor& tensor, std::span<std::byte> out) const;
  /// The tensor's values. `out` has exactly tensor.values(). Those of a quantized tensor must be
  /// finite.
  void read_values(const GgufTensor& tensor, std::span<float> out) const;

 private:
  void expect_finite(const GgufTensor& tensor, std::span<const std::byte> bytes,
                     size_t first_block) const;

  InputFile file_;
  GgufHeader header_;
};

/// A tensor to write. Its values are only requested when they are written, so that one tensor's are
/// in memory at a time.
struct GgufSource {
  std::string name;
  GgufType type = GgufType::f32;
  std::vector<int64_t> shape;  // row-major, at most four sizes
  std::function<std::vector<float>()> values;
};

/// Writes a file of version 3 atomically, keys and tensors in the order given. The key
/// general.alignment, a u32, decides the alignment; without it, it is 32 bytes. Throws UserError
/// that names the tensor where its rows are no whole blocks of its type, and where values do not
/// fit into the type (see gguf_encode).
void write_gguf(const Path& path, const GgufKeys& keys, const std::vector<GgufSource>& sources);

}  // namespace tutti::format
