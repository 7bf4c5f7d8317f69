// SPDX-License-Identifier: Apache-2.0
#include "blocks/blocks.h"

#include <algorithm>
#include <array>

#include "base/error.h"
#include "blocks/decode-inl.h"

namespace tutti::blocks {
namespace {

constexpr std::array<BlockFormat, kBlockTypes> kFormats = {{{"q4_0", 32, 18},
                                                            {"q4_1", 32, 20},
                                                            {"q5_0", 32, 22},
                                                            {"q5_1", 32, 24},
                                                            {"q8_0", 32, 34},
                                                            {"iq4_nl", 32, 18},
                                                            {"mxfp4", 32, 17},
                                                            {"q2_k", 256, 84},
                                                            {"q3_k", 256, 110},
                                                            {"q4_k", 256, 144},
                                                            {"q5_k", 256, 176},
                                                            {"q6_k", 256, 210}}};

}  // namespace

const BlockFormat& format_of(BlockType type) {
  return kFormats[static_cast<size_t>(type)];
}

std::optional<BlockType> block_type_named(std::string_view name) {
  for (size_t i = 0; i < kBlockTypes; i++)
    if (kFormats[i].name == name) return static_cast<BlockType>(i);
  return std::nullopt;
}

void decode(BlockType type, std::span<const std::byte> bytes, std::span<float> out) {
  const auto values = static_cast<size_t>(format_of(type).values),
             size = static_cast<size_t>(format_of(type).bytes);
  check(out.size() % values == 0 && bytes.size() == out.size() / values * size,
        "{} bytes of {} for {} values", bytes.size(), format_of(type).name, out.size());
  const auto* from = reinterpret_cast<const uint8_t*>(bytes.data());
  with_block_type(type, [&](auto constant) {
    for (size_t block = 0; block < out.size() / values; block++)
      decode_block<constant>(from + block * size, out.data() + block * values);
  });
}

}  // namespace tutti::blocks
