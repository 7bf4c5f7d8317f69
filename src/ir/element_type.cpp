// SPDX-License-Identifier: Apache-2.0
#include "ir/element_type.h"

namespace tutti::ir {
namespace {

constexpr std::array<std::string_view, 33> kNames = {
    "i1",           "i8",           "i16",
    "i32",          "i64",          "ui8",
    "ui16",         "ui32",         "ui64",
    "bf16",         "f16",          "f32",
    "f64",          "f4E2M1FN",     "f6E2M3FN",
    "f6E3M2FN",     "f8E3M4",       "f8E4M3",
    "f8E4M3FN",     "f8E4M3FNUZ",   "f8E4M3B11FNUZ",
    "f8E5M2",       "f8E5M2FNUZ",   "f8E8M0FNU",
    "tf32",         "i2",           "i4",
    "ui2",          "ui4",          "index",
    "complex<f32>", "complex<f64>", "!quant.uniform"};

}  // namespace

std::string_view name_of(ElementType type) {
  return kNames[static_cast<size_t>(type)];
}

std::optional<ElementType> element_type_of(std::string_view name) {
  for (size_t i = 0; i < static_cast<size_t>(ElementType::quantized); i++)
    if (kNames[i] == name) return static_cast<ElementType>(i);
  return std::nullopt;
}

}  // namespace tutti::ir
