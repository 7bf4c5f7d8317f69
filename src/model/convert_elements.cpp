// SPDX-License-Identifier: Apache-2.0
#include "model/convert_elements.h"

#include <cstring>

#include "base/error.h"
#include "base/small_float.h"
#include "ir/tensor.h"

namespace tutti::model {
namespace {

using ir::ElementType;

template <typename From, typename To, typename Convert>
void convert_each(std::span<const std::byte> from, std::span<std::byte> to, Convert convert) {
  const size_t count = from.size() / sizeof(From);
  for (size_t i = 0; i < count; i++) {
    From value;
    std::memcpy(&value, from.data() + i * sizeof(From), sizeof(From));
    const To result = convert(value);
    std::memcpy(to.data() + i * sizeof(To), &result, sizeof(To));
  }
}

uint32_t widened_bfloat(uint16_t bits) {
  return uint32_t{bits} << 16;
}

/// Ties to even. A NaN stays one, of its sign.
uint16_t rounded_bfloat(uint32_t bits) {
  if ((bits & 0x7FFFFFFF) > 0x7F800000) return static_cast<uint16_t>((bits >> 16) | 0x40);
  return static_cast<uint16_t>((bits + 0x7FFF + (bits >> 16 & 1)) >> 16);
}

}  // namespace

std::optional<ElementType> element_of(format::Dtype dtype) {
  switch (dtype) {
    case format::Dtype::f32:
      return ElementType::f32;
    case format::Dtype::f16:
      return ElementType::f16;
    case format::Dtype::bf16:
      return ElementType::bf16;
    case format::Dtype::f64:
      return ElementType::f64;
    default:
      return std::nullopt;
  }
}

void convert_elements(ElementType from_type, std::span<const std::byte> from, ElementType to_type,
                      std::span<std::byte> to) {
  const auto count = static_cast<int64_t>(from.size()) * 8 / ir::bit_width(from_type);
  check(static_cast<int64_t>(to.size()) * 8 == count * ir::bit_width(to_type),
        "{} bytes are no place for {} elements", to.size(), count);
  if (from_type == to_type) {
    std::memcpy(to.data(), from.data(), from.size());
  } else if (from_type == ElementType::bf16 && to_type == ElementType::f32) {
    convert_each<uint16_t, uint32_t>(from, to, widened_bfloat);
  } else if (from_type == ElementType::f32 && to_type == ElementType::bf16) {
    convert_each<uint32_t, uint16_t>(from, to, rounded_bfloat);
  } else if (from_type == ElementType::f16 && to_type == ElementType::f32) {
    convert_each<uint16_t, float>(
        from, to, [](uint16_t bits) { return narrowed(decode_float(bits, kHalfFormat)); });
  } else {
    for (int64_t i = 0; i < count; i++)
      ir::store_element(to_type, to.data(), i, ir::load_element(from_type, from.data(), i));
  }
}

std::vector<float> float_elements(format::Dtype dtype, std::span<const std::byte> elements) {
  std::vector<float> values(elements.size() / format::byte_size(dtype));
  convert_elements(element_of(dtype).value(), elements, ElementType::f32,
                   std::as_writable_bytes(std::span(values)));
  return values;
}

}  // namespace tutti::model
