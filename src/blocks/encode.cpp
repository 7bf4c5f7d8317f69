// SPDX-License-Identifier: Apache-2.0
// The types whose rounding ggml's reference defines.
#include <algorithm>
#include <cmath>
#include <cstring>

#include "base/error.h"
#include "base/small_float.h"
#include "blocks/decode-inl.h"

namespace tutti::blocks {
namespace {

constexpr size_t kValues = 32;

void put_half(std::span<std::byte> block, size_t at, float value) {
  const auto half = static_cast<uint16_t>(encode_float(value, kHalfFormat));
  std::memcpy(block.data() + at, &half, sizeof half);
}

/// One over a block's scale. The inverse of a scale that is almost zero is infinite: all of the
/// block rounds to zero then, as the scale itself does in half precision.
float inverse_of(float scale) {
  const float inverse = scale == 0 ? 0 : 1 / scale;
  return std::isinf(inverse) ? 0 : inverse;
}

/// Puts the lower four bits of 32 codes into 16 bytes.
void put_nibbles(std::span<std::byte> block, size_t at, const uint32_t (&codes)[kValues]) {
  for (size_t i = 0; i < kValues / 2; i++)
    block[at + i] = static_cast<std::byte>((codes[i] & 15) | (codes[i + kValues / 2] & 15) << 4);
}

/// Puts the fifth bits of 32 codes into 4 bytes.
void put_fifth_bits(std::span<std::byte> block, size_t at, const uint32_t (&codes)[kValues]) {
  uint32_t bits = 0;
  for (size_t i = 0; i < kValues; i++) bits |= codes[i] >> 4 << i;
  std::memcpy(block.data() + at, &bits, sizeof bits);
}

/// Rounds towards zero into 0 .. most.
uint32_t code_of(float value, int most) {
  return static_cast<uint32_t>(std::clamp(static_cast<int>(value), 0, most));
}

float encode_q8_0(std::span<const float> values, std::span<std::byte> block) {
  float largest = 0;
  for (const float value : values) largest = std::max(largest, std::abs(value));
  const float scale = largest / 127, inverse = inverse_of(scale);
  put_half(block, 0, scale);
  for (size_t i = 0; i < kValues; i++)  // std::round: halves go away from zero
    block[2 + i] = static_cast<std::byte>(static_cast<int8_t>(std::round(values[i] * inverse)));
  return scale;
}

/// Q4_0 and Q5_0: the value of the largest magnitude becomes the code 0.
float encode_symmetric(std::span<const float> values, bool five, std::span<std::byte> block) {
  float extreme = 0;
  for (const float value : values)
    if (std::abs(value) > std::abs(extreme)) extreme = value;
  const int middle = five ? 16 : 8;
  const float scale = extreme / static_cast<float>(-middle), inverse = inverse_of(scale);
  put_half(block, 0, scale);
  uint32_t codes[kValues];
  for (size_t i = 0; i < kValues; i++)
    codes[i] = code_of(values[i] * inverse + (static_cast<float>(middle) + 0.5f), 2 * middle - 1);
  if (five) put_fifth_bits(block, 2, codes);
  put_nibbles(block, five ? 6 : 2, codes);
  return std::abs(scale);
}

/// Q4_1 and Q5_1: the least value becomes the code 0.
float encode_from_least(std::span<const float> values, bool five, std::span<std::byte> block) {
  const auto [low, high] = std::minmax_element(values.begin(), values.end());
  const float least = *low;
  const int most = five ? 31 : 15;
  const float scale = (*high - least) / static_cast<float>(most), inverse = inverse_of(scale);
  put_half(block, 0, scale);
  put_half(block, 2, least);
  uint32_t codes[kValues];
  for (size_t i = 0; i < kValues; i++)
    codes[i] = code_of((values[i] - least) * inverse + 0.5f, most);
  if (five) put_fifth_bits(block, 4, codes);
  put_nibbles(block, five ? 8 : 4, codes);
  return std::max(scale, std::abs(least));
}

/// The first of the nearest entries.
uint32_t nearest_e2m1(float value, float scale) {
  uint32_t best = 0;
  for (uint32_t code = 1; code < 16; code++)
    if (std::abs(scale * static_cast<float>(kTwiceE2m1[code]) - value) <
        std::abs(scale * static_cast<float>(kTwiceE2m1[best]) - value))
      best = code;
  return best;
}

/// The exponent is that of the largest magnitude, whose greatest e2m1 exponent is 2.
float encode_mxfp4(std::span<const float> values, std::span<std::byte> block) {
  float largest = 0;
  for (const float value : values) largest = std::max(largest, std::abs(value));
  const int exponent = largest > 0 ? std::clamp(std::ilogb(largest) - 2 + 127, 0, 254) : 0;
  block[0] = static_cast<std::byte>(exponent);
  const float scale = half_of_e8m0(static_cast<uint8_t>(exponent));
  uint32_t codes[kValues];
  for (size_t i = 0; i < kValues; i++) codes[i] = nearest_e2m1(values[i], scale);
  put_nibbles(block, 1, codes);
  return 0;
}

}  // namespace

bool encodes(BlockType type) {
  return type <= BlockType::q8_0 || type == BlockType::mxfp4;
}

float encode_block(BlockType type, std::span<const float> values, std::span<std::byte> block) {
  check(encodes(type) && values.size() == kValues, "{} values cannot be encoded as {}",
        values.size(), format_of(type).name);
  if (type == BlockType::q8_0) return encode_q8_0(values, block);
  if (type == BlockType::mxfp4) return encode_mxfp4(values, block);
  const bool five = type == BlockType::q5_0 || type == BlockType::q5_1;
  return type == BlockType::q4_0 || type == BlockType::q5_0
             ? encode_symmetric(values, five, block)
             : encode_from_least(values, five, block);
}

}  // namespace tutti::blocks
