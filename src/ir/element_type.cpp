// SPDX-License-Identifier: Apache-2.0
#include "ir/element_type.h"

#include <array>

namespace tutti::ir {
namespace {

constexpr std::array<std::string_view, 13> kNames = {
    "i1", "i8", "i16", "i32", "i64", "ui8", "ui16", "ui32", "ui64", "bf16", "f16", "f32", "f64"};

}  // namespace

std::string_view name_of(ElementType type) {
  return kNames[static_cast<size_t>(type)];
}

std::optional<ElementType> element_type_of(std::string_view name) {
  for (size_t i = 0; i < kNames.size(); i++)
    if (kNames[i] == name) return static_cast<ElementType>(i);
  return std::nullopt;
}

}  // namespace tutti::ir
