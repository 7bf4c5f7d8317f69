// SPDX-License-Identifier: Apache-2.0
// Element types of tensors, named as in program text.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>

namespace tutti::ir {

enum class ElementType : uint8_t {
  // The types that processors compute with. The kernels' tables are in this order.
  i1,
  i8,
  i16,
  i32,
  i64,
  ui8,
  ui16,
  ui32,
  ui64,
  bf16,
  f16,
  f32,
  f64,
  // Narrow floats, named by the bits of exponent and mantissa.
  f4E2M1FN,
  f6E2M3FN,
  f6E3M2FN,
  f8E3M4,
  f8E4M3,
  f8E4M3FN,
  f8E4M3FNUZ,
  f8E4M3B11FNUZ,
  f8E5M2,
  f8E5M2FNUZ,
  f8E8M0FNU,
  tf32,
  // Narrow integers, and MLIR's `index`, which has 64 bits here.
  i2,
  i4,
  ui2,
  ui4,
  index,
  complex_f32,
  complex_f64,
  quantized  // Type::quantization() says the rest
};

/// Bits of one element; 0 for quantized ones, which have those of their storage type.
constexpr int bit_width(ElementType type) {
  constexpr std::array<uint8_t, 33> kBits = {1,  8,  16, 32, 64, 8, 16, 32, 64, 16,  16,
                                             32, 64, 4,  6,  6,  8, 8,  8,  8,  8,   8,
                                             8,  8,  19, 2,  4,  2, 4,  64, 64, 128, 0};
  return kBits[static_cast<size_t>(type)];
}

/// Bytes of one element in memory; an element of fewer than 8 bits takes a whole byte.
constexpr size_t byte_size(ElementType type) {
  return (static_cast<size_t>(bit_width(type)) + 7) / 8;
}

/// Whether processors compute with elements of the type.
constexpr bool is_machine_type(ElementType type) {
  return type <= ElementType::f64;
}
constexpr bool is_float(ElementType type) {
  return type >= ElementType::bf16 && type <= ElementType::tf32;
}
constexpr bool is_unsigned(ElementType type) {
  return (type >= ElementType::ui8 && type <= ElementType::ui64) || type == ElementType::ui2 ||
         type == ElementType::ui4;
}
constexpr bool is_signed(ElementType type) {
  return (type >= ElementType::i8 && type <= ElementType::i64) || type == ElementType::i2 ||
         type == ElementType::i4 || type == ElementType::index;
}
constexpr bool is_integer(ElementType type) {
  return is_signed(type) || is_unsigned(type);
}
constexpr bool is_complex(ElementType type) {
  return type == ElementType::complex_f32 || type == ElementType::complex_f64;
}

/// The type of the parts of a complex type; for any other type, that type.
constexpr ElementType real_type(ElementType type) {
  return type == ElementType::complex_f32   ? ElementType::f32
         : type == ElementType::complex_f64 ? ElementType::f64
                                            : type;
}
/// The complex type whose parts are f32 or f64.
constexpr ElementType complex_of(ElementType part) {
  return part == ElementType::f64 ? ElementType::complex_f64 : ElementType::complex_f32;
}

std::string_view name_of(ElementType type);
/// Empty for an unknown name. Quantized types have no name of their own.
std::optional<ElementType> element_type_of(std::string_view name);

}  // namespace tutti::ir
