// SPDX-License-Identifier: Apache-2.0
// Weights in blocks of few bits: each row of a matrix is cut into blocks of 32 or 256 values, which
// share scales. The layouts are those of ggml, which GGUF files have.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

namespace tutti::blocks {

enum class BlockType : uint8_t {
  q4_0,
  q4_1,
  q5_0,
  q5_1,
  q8_0,
  iq4_nl,
  mxfp4,
  q2_k,
  q3_k,
  q4_k,
  q5_k,
  q6_k
};

struct BlockFormat {
  std::string_view name;  // "q4_k"
  int64_t values;         // of a row, one after another
  int64_t bytes;
  std::array<int, 2> halves;  // where its half-precision numbers begin; -1: there is none
};

inline constexpr size_t kBlockTypes = 12;
inline constexpr int64_t kMostBlockValues = 256;

const BlockFormat& format_of(BlockType type);
std::optional<BlockType> block_type_named(std::string_view name);

/// The values of whole blocks as float32. Every operation is rounded to float32, in the order of
/// ggml's own decoders, so the bits are theirs. `bytes` has as many blocks as `out`.
void decode(BlockType type, std::span<const std::byte> bytes, std::span<float> out);

/// The first of whole blocks that has a value which is infinite or no number; nothing if all are
/// finite.
std::optional<size_t> first_not_finite(BlockType type, std::span<const std::byte> bytes);

/// Whether values can be encoded: the types whose rounding ggml defines, without a search.
bool encodes(BlockType type);

/// Encodes one block of finite values as ggml's reference does, to the bit. Returns the largest
/// magnitude among its half-precision numbers before they are rounded; the block is undefined where
/// that is more than a half holds.
float encode_block(BlockType type, std::span<const float> values, std::span<std::byte> block);

}  // namespace tutti::blocks
