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

constexpr float kLargestHalf = 65504;

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

/// Encodes one block; returns its largest half-precision number, before it was rounded.
float encode_block(GgufType type, std::span<const float> values, std::span<std::byte> block) {
  if (const auto quantized = gguf_blocks_of(type))
    return blocks::encode_block(*quantized, values, block);
  if (type == GgufType::f32) {
    put_number(block, 0, values[0]);
    return 0;
  }
  const FloatFormat& format = type == GgufType::f16 ? kHalfFormat : kBfloatFormat;
  put_number(block, 0, static_cast<uint16_t>(encode_float(values[0], format)));
  return type == GgufType::f16 ? values[0] : 0;
}

}  // namespace

GgufBlock gguf_block(GgufType type) {
  if (const auto quantized = gguf_blocks_of(type)) {
    const blocks::BlockFormat& format = blocks::format_of(*quantized);
    return {format.values, format.bytes};
  }
  return {1, type == GgufType::f32 ? 4 : 2};
}

bool gguf_encodes(GgufType type) {
  const auto quantized = gguf_blocks_of(type);
  return !quantized || blocks::encodes(*quantized);
}

void gguf_decode(GgufType type, std::span<const std::byte> bytes, std::span<float> out) {
  const auto values = static_cast<size_t>(gguf_block(type).values);
  const auto size = static_cast<size_t>(gguf_block(type).bytes);
  check(out.size() % values == 0 && bytes.size() / size == out.size() / values,
        "{} bytes of {} for {} values", bytes.size(), gguf_name_of(type), out.size());
  if (const auto quantized = gguf_blocks_of(type)) return blocks::decode(*quantized, bytes, out);
  for (size_t i = 0; i < out.size(); i++) {
    if (type == GgufType::f32)
      out[i] = number_at<float>(bytes, i);
    else if (type == GgufType::f16)
      out[i] = narrowed(decode_float(number_at<uint16_t>(bytes, i), kHalfFormat));
    else
      out[i] = std::bit_cast<float>(uint32_t{number_at<uint16_t>(bytes, i)} << 16);
  }
}

std::vector<std::byte> gguf_encode(GgufType type, std::span<const float> values,
                                   std::string_view where) {
  const auto count = static_cast<size_t>(gguf_block(type).values);
  const auto size = static_cast<size_t>(gguf_block(type).bytes);
  check(gguf_encodes(type), "values cannot be written as {}", gguf_name_of(type));
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
