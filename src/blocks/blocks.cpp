// SPDX-License-Identifier: Apache-2.0
#include "blocks/blocks.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "base/error.h"
#include "blocks/decode-inl.h"

namespace tutti::blocks {
namespace {

constexpr std::array<BlockFormat, kBlockTypes> kFormats = {{{"q4_0", 32, 18, {0, -1}},
                                                            {"q4_1", 32, 20, {0, 2}},
                                                            {"q5_0", 32, 22, {0, -1}},
                                                            {"q5_1", 32, 24, {0, 2}},
                                                            {"q8_0", 32, 34, {0, -1}},
                                                            {"iq4_nl", 32, 18, {0, -1}},
                                                            {"mxfp4", 32, 17, {-1, -1}},
                                                            {"q2_k", 256, 84, {80, 82}},
                                                            {"q3_k", 256, 110, {108, -1}},
                                                            {"q4_k", 256, 144, {0, 2}},
                                                            {"q5_k", 256, 176, {0, 2}},
                                                            {"q6_k", 256, 210, {208, -1}}}};

/// Half-precision numbers are so small that no product with integers of a few bits overflows.
bool is_finite(const uint8_t* block, const BlockFormat& format) {
  return std::all_of(format.halves.begin(), format.halves.end(),
                     [&](int at) { return at < 0 || std::isfinite(half_at(block + at)); });
}

bool is_finite_mxfp4(const uint8_t* block) {
  float values[32];
  decode_block<BlockType::mxfp4>(block, values);
  return std::all_of(std::begin(values), std::end(values),
                     [](float value) { return std::isfinite(value); });
}

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

std::optional<size_t> first_not_finite(BlockType type, std::span<const std::byte> bytes) {
  const BlockFormat& format = format_of(type);
  const auto size = static_cast<size_t>(format.bytes);
  check(bytes.size() % size == 0, "{} bytes are no whole blocks of {}", bytes.size(), format.name);
  for (size_t i = 0; i < bytes.size() / size; i++) {
    const auto* block = reinterpret_cast<const uint8_t*>(bytes.data()) + i * size;
    if (type == BlockType::mxfp4 ? !is_finite_mxfp4(block) : !is_finite(block, format)) return i;
  }
  return std::nullopt;
}

}  // namespace tutti::blocks
