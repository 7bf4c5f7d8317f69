// SPDX-License-Identifier: Apache-2.0
// What all vector kernels share outside of the code that is compiled once per instruction set.
// Include it before any header of Highway.
#pragma once

#include <bit>
#include <cstdint>

#include "base/error.h"
#include "ir/element_type.h"

// On x86 three levels are compiled: one lane for old machines, AVX2 and AVX-512.
#define HWY_DISABLED_TARGETS (HWY_SSSE3 | HWY_SSE4)

namespace tutti::kernel {

/// One bf16 element: the upper half of a float32.
struct Bfloat16 {
  uint16_t bits;
};

inline float to_float(Bfloat16 value) {
  return std::bit_cast<float>(uint32_t{value.bits} << 16);
}

/// Rounds to nearest even; NaN stays NaN.
inline Bfloat16 to_bfloat16(float value) {
  const auto bits = std::bit_cast<uint32_t>(value);
  const uint32_t rounded = value != value ? bits | 0x400000u : bits + 0x7FFFu + ((bits >> 16) & 1u);
  return {static_cast<uint16_t>(rounded >> 16)};
}

/// Throws InternalError unless `type` is one that kernels of activations take.
inline void check_activation_type(ir::ElementType type) {
  check(type == ir::ElementType::f32 || type == ir::ElementType::bf16,
        "a vector kernel was given a tensor of {}, expected f32 or bf16", ir::name_of(type));
}

}  // namespace tutti::kernel
