// SPDX-License-Identifier: Apache-2.0
#include "format/gguf.h"

#include <algorithm>
#include <bit>

#include "base/error.h"
#include "base/text.h"

namespace tutti::format {
namespace {

// Data is handed over as it is in the file.
static_assert(std::endian::native == std::endian::little);

constexpr uint64_t kGgufPieceBlocks = 1 << 14;

}  // namespace

int64_t GgufTensor::values() const {
  const GgufBlock block = gguf_block(type);
  return static_cast<int64_t>(bytes) / block.bytes * block.values;
}

bool is_gguf(const Path& path) {
  std::error_code ignored;
  return std::filesystem::is_regular_file(path, ignored);
}

GgufFile::GgufFile(const Path& path) : file_(path) {
  header_ =
      parse_gguf([this](uint64_t offset, std::span<std::byte> out) { file_.read_at(offset, out); },
                 file_.size(), path.native());
}

const GgufTensor* GgufFile::find(std::string_view name) const {
  const auto found = std::lower_bound(
      tensors().begin(), tensors().end(), name,
      [](const GgufTensor& tensor, std::string_view key) { return tensor.name < key; });
  return found != tensors().end() && found->name == name ? &*found : nullptr;
}

void GgufFile::read(const GgufTensor& tensor, std::span<std::byte> out) const {
  check(out.size() == tensor.bytes, "tensor {}: {} bytes asked for, {} in the file", tensor.name,
        out.size(), tensor.bytes);
  file_.read_at(tensor.begin, out);
}

void GgufFile::read_blocks(const GgufTensor& tensor, std::span<std::byte> out) const {
  read(tensor, out);
  expect_finite(tensor, out, 0);
}

void GgufFile::expect_finite(const GgufTensor& tensor, std::span<const std::byte> bytes,
                             size_t first_block) const {
  const auto type = gguf_blocks_of(tensor.type);
  const auto bad = type ? blocks::first_not_finite(*type, bytes) : std::nullopt;
  if (bad)
    user_error(
        "{}: tensor {}: block {}: found a scale that is no finite number; the file is damaged",
        escaped(path().native(), 1000), escaped(tensor.name), first_block + *bad);
}

void GgufFile::read_values(const GgufTensor& tensor, std::span<float> out) const {
  check(out.size() == static_cast<size_t>(tensor.values()),
        "tensor {}: {} values asked for, {} in the file", tensor.name, out.size(), tensor.values());
  const auto block_values = static_cast<size_t>(gguf_block(tensor.type).values);
  const auto block_bytes = static_cast<size_t>(gguf_block(tensor.type).bytes);
  const size_t blocks = out.size() / block_values;
  std::vector<std::byte> piece;
  for (size_t first = 0; first < blocks; first += kGgufPieceBlocks) {
    const size_t count = std::min<size_t>(kGgufPieceBlocks, blocks - first);
    piece.resize(count * block_bytes);
    file_.read_at(tensor.begin + first * block_bytes, piece);
    expect_finite(tensor, piece, first);
    gguf_decode(tensor.type, piece, out.subspan(first * block_values, count * block_values));
  }
}

}  // namespace tutti::format
