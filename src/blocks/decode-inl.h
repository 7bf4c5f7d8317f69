// SPDX-License-Identifier: Apache-2.0
// One block's values, for code that includes this file to be compiled for its own processor. The
// loops have constant bounds, so that a compiler turns them into vector code, and all is inlined,
// so that it is code for that processor.
#pragma once

#include <bit>
#include <cstdint>
#include <cstring>

#include "blocks/blocks.h"

namespace tutti::blocks {

/// The values of IQ4_NL's codes.
inline constexpr int8_t kNonlinear[16] = {-127, -104, -83, -65, -49, -35, -22, -10,
                                          1,    13,   25,  38,  53,  69,  89,  113};
/// Twice the values of the codes of e2m1, as MXFP4 has them.
inline constexpr int8_t kTwiceE2m1[16] = {0, 1, 2, 3, 4, 6, 8, 12, 0, -1, -2, -3, -4, -6, -8, -12};

[[gnu::always_inline]] inline float half_at(const uint8_t* at) {
  uint16_t half;
  std::memcpy(&half, at, sizeof half);
  const uint32_t magnitude = half & 0x7FFFu, sign = uint32_t{half & 0x8000u} << 16;
  if (magnitude >= 0x7C00) return std::bit_cast<float>(sign | 0x7F800000u | magnitude << 13);
  const float value = std::bit_cast<float>(magnitude << 13) * 0x1p112f;  // exact
  return std::bit_cast<float>(std::bit_cast<uint32_t>(value) | sign);
}

/// 2^(exponent - 128), exactly: half of what e8m0 says, because kTwiceE2m1 is doubled.
[[gnu::always_inline]] inline float half_of_e8m0(uint8_t exponent) {
  return std::bit_cast<float>(exponent < 2 ? uint32_t{0x200000} << exponent
                                           : (uint32_t{exponent} - 1) << 23);
}

/// The upper and lower halves of 16 bytes are values 16 to 31 and 0 to 15.
[[gnu::always_inline]] inline void split_nibbles(const uint8_t* bytes, int* out) {
  for (int i = 0; i < 16; i++) out[i] = bytes[i] & 15;
  for (int i = 0; i < 16; i++) out[16 + i] = bytes[i] >> 4;
}

/// Adds the fifth bits, which are four bytes.
[[gnu::always_inline]] inline void add_fifth_bits(const uint8_t* bytes, int* out) {
  uint32_t bits;
  std::memcpy(&bits, bytes, sizeof bits);
  for (uint32_t i = 0; i < 32; i++) out[i] |= static_cast<int>((bits >> i & 1) << 4);
}

[[gnu::always_inline]] inline void scale_codes(const int* codes, float scale, int offset,
                                               float* out) {
  for (int i = 0; i < 32; i++) out[i] = scale * static_cast<float>(codes[i] - offset);
}

[[gnu::always_inline]] inline void scale_and_add(const int* codes, float scale, float least,
                                                 float* out) {
  for (int i = 0; i < 32; i++) out[i] = scale * static_cast<float>(codes[i]) + least;
}

[[gnu::always_inline]] inline void look_up(const int* codes, const int8_t* table, float scale,
                                           float* out) {
  for (int i = 0; i < 32; i++) out[i] = scale * static_cast<float>(table[codes[i]]);
}

/// The 6-bit scale and least value of the 32 values numbered `part`, of Q4_K's 12 bytes.
struct ScaleAndLeast {
  float scale, least;
};
[[gnu::always_inline]] inline ScaleAndLeast part_of_k(const uint8_t* block, int part) {
  const uint8_t* s = block + 4;
  const bool low = part < 4;
  const int scale = low ? s[part] & 63 : (s[part + 4] & 15) | (s[part - 4] >> 6) << 4;
  const int least = low ? s[part + 4] & 63 : s[part + 4] >> 4 | (s[part] >> 6) << 4;
  return {half_at(block) * static_cast<float>(scale),
          half_at(block + 2) * static_cast<float>(least)};
}

[[gnu::always_inline]] inline void decode_q4_k(const uint8_t* block, float* out) {
  for (int part = 0; part < 8; part++) {
    const auto [scale, least] = part_of_k(block, part);
    const uint8_t* bytes = block + 16 + 32 * (part / 2);
    const int shift = 4 * (part % 2);
    for (int i = 0; i < 32; i++)
      out[32 * part + i] = scale * static_cast<float>(bytes[i] >> shift & 15) - least;
  }
}

[[gnu::always_inline]] inline void decode_q5_k(const uint8_t* block, float* out) {
  for (int part = 0; part < 8; part++) {
    const auto [scale, least] = part_of_k(block, part);
    const uint8_t *bytes = block + 48 + 32 * (part / 2), *fifth = block + 16;
    const int shift = 4 * (part % 2);
    for (int i = 0; i < 32; i++) {
      const int code = (bytes[i] >> shift & 15) | (fifth[i] >> part & 1) << 4;
      out[32 * part + i] = scale * static_cast<float>(code) - least;
    }
  }
}

[[gnu::always_inline]] inline void decode_q6_k(const uint8_t* block, float* out) {
  const float all = half_at(block + 208);
  for (int part = 0; part < 16; part++) {
    const int half = part / 8, first = 16 * (part % 8);  // of the 128 values of a half
    const uint8_t *low = block + 64 * half + first % 64,
                  *high = block + 128 + 32 * half + first % 32;
    const int low_shift = 4 * (first / 64), high_shift = 2 * (first / 32);
    const float scale = all * static_cast<float>(static_cast<int8_t>(block[192 + part]));
    for (int i = 0; i < 16; i++) {
      const int code = (low[i] >> low_shift & 15) | (high[i] >> high_shift & 3) << 4;
      out[16 * part + i] = scale * static_cast<float>(code - 32);
    }
  }
}

[[gnu::always_inline]] inline void decode_q2_k(const uint8_t* block, float* out) {
  const float scales = half_at(block + 80), leasts = half_at(block + 82);
  for (int part = 0; part < 16; part++) {
    const int half = part / 8, first = 16 * (part % 8);
    const uint8_t* bytes = block + 16 + 32 * half + first % 32;
    const int shift = 2 * (first / 32);
    const float scale = scales * static_cast<float>(block[part] & 15),
                least = leasts * static_cast<float>(block[part] >> 4);
    for (int i = 0; i < 16; i++)
      out[16 * part + i] = scale * static_cast<float>(bytes[i] >> shift & 3) - least;
  }
}

[[gnu::always_inline]] inline void decode_q3_k(const uint8_t* block, float* out) {
  const float all = half_at(block + 108);
  const uint8_t* s = block + 96;
  for (int part = 0; part < 16; part++) {
    const int half = part / 8, first = 16 * (part % 8), whole = part / 2;
    const uint8_t *bytes = block + 32 + 32 * half + first % 32, *mask = block + first % 32;
    const int shift = 2 * (first / 32);
    const int six = (s[part % 8] >> 4 * (part / 8) & 15) | (s[8 + part % 4] >> 2 * (part / 4) & 3)
                                                               << 4;
    const float scale = all * static_cast<float>(six - 32);
    for (int i = 0; i < 16; i++) {
      const int code = (bytes[i] >> shift & 3) + (mask[i] >> whole & 1) * 4 - 4;
      out[16 * part + i] = scale * static_cast<float>(code);
    }
  }
}

/// Decodes one block of the types with 32 values.
template <BlockType type>
[[gnu::always_inline]] inline void decode_short(const uint8_t* block, float* out) {
  int codes[32];
  if constexpr (type == BlockType::q8_0) {
    for (int i = 0; i < 32; i++) codes[i] = static_cast<int8_t>(block[2 + i]);
    scale_codes(codes, half_at(block), 0, out);
  } else if constexpr (type == BlockType::q4_0) {
    split_nibbles(block + 2, codes);
    scale_codes(codes, half_at(block), 8, out);
  } else if constexpr (type == BlockType::q5_0) {
    split_nibbles(block + 6, codes);
    add_fifth_bits(block + 2, codes);
    scale_codes(codes, half_at(block), 16, out);
  } else if constexpr (type == BlockType::q4_1) {
    split_nibbles(block + 4, codes);
    scale_and_add(codes, half_at(block), half_at(block + 2), out);
  } else if constexpr (type == BlockType::q5_1) {
    split_nibbles(block + 8, codes);
    add_fifth_bits(block + 4, codes);
    scale_and_add(codes, half_at(block), half_at(block + 2), out);
  } else if constexpr (type == BlockType::iq4_nl) {
    split_nibbles(block + 2, codes);
    look_up(codes, kNonlinear, half_at(block), out);
  } else {
    static_assert(type == BlockType::mxfp4);
    split_nibbles(block + 1, codes);
    look_up(codes, kTwiceE2m1, half_of_e8m0(block[0]), out);
  }
}

template <BlockType type>
[[gnu::always_inline]] inline void decode_block(const uint8_t* block, float* out) {
  if constexpr (type == BlockType::q2_k)
    decode_q2_k(block, out);
  else if constexpr (type == BlockType::q3_k)
    decode_q3_k(block, out);
  else if constexpr (type == BlockType::q4_k)
    decode_q4_k(block, out);
  else if constexpr (type == BlockType::q5_k)
    decode_q5_k(block, out);
  else if constexpr (type == BlockType::q6_k)
    decode_q6_k(block, out);
  else
    decode_short<type>(block, out);
}

/// Calls `visit` with the type as a constant.
template <typename Visit>
[[gnu::always_inline]] inline void with_block_type(BlockType type, Visit visit) {
  const auto visit_all = [&]<size_t... number>(std::index_sequence<number...>) {
    (void)((static_cast<size_t>(type) == number &&
            (visit(std::integral_constant<BlockType, static_cast<BlockType>(number)>()), true)) ||
           ...);
  };
  visit_all(std::make_index_sequence<kBlockTypes>());
}

}  // namespace tutti::blocks
