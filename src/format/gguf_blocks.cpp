// SPDX-License-Identifier: Apache-2.0
#include "format/gguf_blocks.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstring>

#include "base/error.h"
#include "base/small_float.h"

namespace tutti::format {
namespace {

constexpr size_t kQuantized = 32;  // values of a block

constexpr float kLargestHalf = 65504;

float float_of_half(uint16_t half) {
  return narrowed(decode_float(half, kHalfFormat));
}

uint16_t half_of_float(float value) {
  return static_cast<uint16_t>(encode_float(value, kHalfFormat));
}

/// Half precision rounds values from 65520 up to infinity.
bool half_holds(float value) {
  return std::abs(value) < kLargestHalf + 16;
}

template <typename T>
T number_at(std::span<const std::byte> bytes, size_t index) {
  T value;
  std::memcpy(&value, bytes.data() + index * sizeof(T), sizeof(T));
  return value;
}

template <typename T>
void put_number(std::span<std::byte> bytes, size_t index, T value) {
  std::memcpy(bytes.data() + index * sizeof(T), &value, sizeof(T));
}

/// One over a block's scale. The inverse of a scale that is almost zero is infinite: all of the
/// block rounds to zero then, as the scale itself does in half precision.
float inverse_of(float scale) {
  const float inverse = scale == 0 ? 0 : 1 / scale;
  return std::isinf(inverse) ? 0 : inverse;
}

// A block of Q8_0: the scale, then 32 signed bytes; value = scale * byte.

void decode_q8_0(std::span<const std::byte> block, std::span<float> out) {
  const float scale = float_of_half(number_at<uint16_t>(block, 0));
  for (size_t i = 0; i < kQuantized; i++)
    out[i] = static_cast<float>(number_at<int8_t>(block.subspan(2), i)) * scale;
}

float encode_q8_0(std::span<const float> values, std::span<std::byte> block) {
  float largest = 0;
  for (const float value : values) largest = std::max(largest, std::abs(value));
  const float scale = largest / 127;
  if (!half_holds(scale)) return scale;
  const float inverse = inverse_of(scale);
  put_number(block, 0, half_of_float(scale));
  for (size_t i = 0; i < kQuantized; i++)  // std::round: halves go away from zero
    put_number(block.subspan(2), i, static_cast<int8_t>(std::round(values[i] * inverse)));
  return scale;
}

// A block of Q4_1: the scale, the least value, then 16 bytes, whose lower halves are the first 16
// values and whose upper halves are the last 16; value = scale * half + least.

void decode_q4_1(std::span<const std::byte> block, std::span<float> out) {
  const float scale = float_of_half(number_at<uint16_t>(block, 0));
  const float least = float_of_half(number_at<uint16_t>(block, 1));
  for (size_t i = 0; i < kQuantized / 2; i++) {
    const auto pair = number_at<uint8_t>(block.subspan(4), i);
    out[i] = scale * static_cast<float>(pair & 0xF) + least;
    out[i + kQuantized / 2] = scale * static_cast<float>(pair >> 4) + least;
  }
}

float encode_q4_1(std::span<const float> values, std::span<std::byte> block) {
  const auto [low, high] = std::minmax_element(values.begin(), values.end());
  const float least = *low;
  const float scale = (*high - least) / 15;
  if (!half_holds(scale) || !half_holds(least)) return std::max(scale, std::abs(least));
  const float inverse = inverse_of(scale);
  const auto level = [&](size_t i) {
    const auto rounded = static_cast<int>((values[i] - least) * inverse + 0.5f);
    return static_cast<uint32_t>(std::clamp(rounded, 0, 15));
  };
  put_number(block, 0, half_of_float(scale));
  put_number(block, 1, half_of_float(least));
  for (size_t i = 0; i < kQuantized / 2; i++)
    put_number(block.subspan(4), i,
               static_cast<uint8_t>(level(i) | level(i + kQuantized / 2) << 4));
  return scale;
}

/// Encodes one block; returns its largest half-precision number, before it was rounded.
float encode_block(GgufType type, std::span<const float> values, std::span<std::byte> block) {
  switch (type) {
    case GgufType::f32:
      put_number(block, 0, values[0]);
      return 0;
    case GgufType::f16:
      if (half_holds(values[0])) put_number(block, 0, half_of_float(values[0]));
      return values[0];
    case GgufType::bf16:
      put_number(block, 0, static_cast<uint16_t>(encode_float(values[0], kBfloatFormat)));
      return 0;
    case GgufType::q4_1:
      return encode_q4_1(values, block);
    case GgufType::q8_0:
      return encode_q8_0(values, block);
  }
  return 0;
}

void decode_block(GgufType type, std::span<const std::byte> block, std::span<float> out) {
  switch (type) {
    case GgufType::f32:
      out[0] = number_at<float>(block, 0);
      break;
    case GgufType::f16:
      out[0] = float_of_half(number_at<uint16_t>(block, 0));
      break;
    case GgufType::bf16:
      out[0] = std::bit_cast<float>(uint32_t{number_at<uint16_t>(block, 0)} << 16);
      break;
    case GgufType::q4_1:
      decode_q4_1(block, out);
      break;
    case GgufType::q8_0:
      decode_q8_0(block, out);
      break;
  }
}

}  // namespace

GgufBlock gguf_block(GgufType type) {
  switch (type) {
    case GgufType::f32:
      return {1, 4};
    case GgufType::f16:
    case GgufType::bf16:
      return {1, 2};
    case GgufType::q4_1:
      return {kQuantized, 2 + 2 + kQuantized / 2};
    case GgufType::q8_0:
      return {kQuantized, 2 + kQuantized};
  }
  return {1, 4};
}

void gguf_decode(GgufType type, std::span<const std::byte> bytes, std::span<float> out) {
  const auto values = static_cast<size_t>(gguf_block(type).values);
  const auto size = static_cast<size_t>(gguf_block(type).bytes);
  check(out.size() % values == 0 && bytes.size() / size == out.size() / values,
        "{} bytes of {} for {} values", bytes.size(), gguf_name_of(type), out.size());
  for (size_t block = 0; block < out.size() / values; block++)
    decode_block(type, bytes.subspan(block * size, size), out.subspan(block * values, values));
}

std::vector<std::byte> gguf_encode(GgufType type, std::span<const float> values,
                                   std::string_view where) {
  const auto count = static_cast<size_t>(gguf_block(type).values);
  const auto size = static_cast<size_t>(gguf_block(type).bytes);
  check(values.size() % count == 0, "{} values are no whole blocks of {}", values.size(),
        gguf_name_of(type));
  std::vector<std::byte> bytes(values.size() / count * size);
  for (size_t block = 0; block < values.size() / count; block++) {
    const auto some = values.subspan(block * count, count);
    for (const float value : some)
      if (!std::isfinite(value)) user_error("{}: found {}, expected finite values", where, value);
    const float largest = encode_block(type, some, std::span(bytes).subspan(block * size, size));
    if (!half_holds(largest))
      user_error(
          "{}: found values that need a half-precision number of {}, expected at most {}; "
          "write the tensor as F32",
          where, largest, kLargestHalf);
  }
  return bytes;
}

}  // namespace tutti::format
