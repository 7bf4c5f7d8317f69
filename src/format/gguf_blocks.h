// SPDX-License-Identifier: Apache-2.0
// The element types of GGUF tensors: floats, and blocks of quantized values. Source: the format's
// description and the quantizers of ggml and of its Python package gguf.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "blocks/blocks.h"

namespace tutti::format {

/// The types that are read and written, with their numbers in the format.
enum class GgufType : uint32_t {
  f32 = 0,
  f16 = 1,
  q4_0 = 2,
  q4_1 = 3,
  q5_0 = 6,
  q5_1 = 7,
  q8_0 = 8,
  q2_k = 10,
  q3_k = 11,
  q4_k = 12,
  q5_k = 13,
  q6_k = 14,
  iq4_nl = 20,
  bf16 = 30,
  mxfp4 = 39
};

struct GgufBlock {
  int64_t values;  // of a row, one after another
  int64_t bytes;
};

/// The blocks of a quantized type; nothing for floats.
std::optional<blocks::BlockType> gguf_blocks_of(GgufType type);
/// One value, or 32 or 256 where the type is quantized.
GgufBlock gguf_block(GgufType type);
/// "F32", "Q4_1", ...
std::string_view gguf_name_of(GgufType type);
/// The name of any type of the format by its number, as "Q6_K"; empty for a number without a type.
std::string_view gguf_name_of(uint32_t number);
/// The type of that number, if it is one of those that are read.
std::optional<GgufType> gguf_type_of(uint32_t number);
/// Whether values can be written in the type.
bool gguf_encodes(GgufType type);
/// The names of all types that are read, as "F32, F16, ... or Q6_K".
std::string gguf_read_types();
/// The names of the types that are written in lower case, as users choose one.
std::vector<std::string> gguf_type_names();
/// The type of that name, which must be one of gguf_type_names().
GgufType gguf_type_named(std::string_view name);

/// The values of whole blocks as float32, exactly. `bytes` has as many blocks as `out`.
void gguf_decode(GgufType type, std::span<const std::byte> bytes, std::span<float> out);

/// Values, a whole number of blocks, as the blocks of a type: the same bits as those of gguf's own
/// quantizer. Throws UserError beginning with `where` where a value is not finite, or where a value
/// or the scale of a block is too large for the type's half-precision numbers.
std::vector<std::byte> gguf_encode(GgufType type, std::span<const float> values,
                                   std::string_view where);

}  // namespace tutti::format
