// SPDX-License-Identifier: Apache-2.0
// Element types of tensors, named as in program text.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>

namespace tutti::ir {

enum class ElementType : uint8_t {
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
  f64
};

/// Bytes of one element in memory; i1 takes one byte.
constexpr size_t byte_size(ElementType type) {
  switch (type) {
    case ElementType::i1:
    case ElementType::i8:
    case ElementType::ui8:
      return 1;
    case ElementType::i16:
    case ElementType::ui16:
    case ElementType::bf16:
    case ElementType::f16:
      return 2;
    case ElementType::i32:
    case ElementType::ui32:
    case ElementType::f32:
      return 4;
    case ElementType::i64:
    case ElementType::ui64:
    case ElementType::f64:
      return 8;
  }
  return 0;
}

constexpr bool is_float(ElementType type) {
  return type >= ElementType::bf16;
}
constexpr bool is_unsigned(ElementType type) {
  return type >= ElementType::ui8 && type <= ElementType::ui64;
}
constexpr bool is_signed(ElementType type) {
  return type >= ElementType::i8 && type <= ElementType::i64;
}
constexpr bool is_integer(ElementType type) {
  return is_signed(type) || is_unsigned(type);
}

std::string_view name_of(ElementType type);
std::optional<ElementType> element_type_of(std::string_view name);

}  // namespace tutti::ir
