// SPDX-License-Identifier: Apache-2.0
#include "portable/vhlo_codes.h"

namespace tutti::portable {
namespace {

using ir::ElementType;

constexpr ElementCode kElements[] = {{0, ElementType::i1, {0, 9, 0}},
                                     {2, ElementType::bf16, {0, 9, 0}},
                                     {3, ElementType::f16, {0, 9, 0}},
                                     {4, ElementType::f32, {0, 9, 0}},
                                     {5, ElementType::f64, {0, 9, 0}},
                                     {6, ElementType::f8E4M3FN, {0, 9, 0}},
                                     {7, ElementType::f8E5M2, {0, 9, 0}},
                                     {9, ElementType::index, {0, 9, 0}},
                                     {10, ElementType::i4, {0, 9, 0}},
                                     {11, ElementType::i8, {0, 9, 0}},
                                     {12, ElementType::i16, {0, 9, 0}},
                                     {13, ElementType::i32, {0, 9, 0}},
                                     {14, ElementType::i64, {0, 9, 0}},
                                     {15, ElementType::ui4, {0, 9, 0}},
                                     {16, ElementType::ui8, {0, 9, 0}},
                                     {17, ElementType::ui16, {0, 9, 0}},
                                     {18, ElementType::ui32, {0, 9, 0}},
                                     {19, ElementType::ui64, {0, 9, 0}},
                                     {27, ElementType::f8E4M3FNUZ, {0, 10, 0}},
                                     {28, ElementType::f8E5M2FNUZ, {0, 10, 0}},
                                     {29, ElementType::f8E4M3B11FNUZ, {0, 11, 0}},
                                     {31, ElementType::i2, {1, 2, 0}},
                                     {32, ElementType::ui2, {1, 2, 0}},
                                     {34, ElementType::tf32, {1, 6, 0}},
                                     {35, ElementType::f8E4M3, {1, 7, 0}},
                                     {36, ElementType::f8E3M4, {1, 7, 0}},
                                     {37, ElementType::f4E2M1FN, {1, 8, 0}},
                                     {38, ElementType::f6E2M3FN, {1, 8, 0}},
                                     {39, ElementType::f6E3M2FN, {1, 8, 0}},
                                     {40, ElementType::f8E8M0FNU, {1, 8, 0}}};

constexpr WordCode kWords[] = {
    {3, "comparison_direction", {"EQ", "NE", "GE", "GT", "LE", "LT"}},
    {4, "comparison_type", {"NOTYPE", "FLOAT", "TOTALORDER", "SIGNED", "UNSIGNED"}},
    {7, "fft_type", {"FFT", "IFFT", "RFFT", "IRFFT"}},
    {11, "precision", {"DEFAULT", "HIGH", "HIGHEST"}},
    {12, "rng_algorithm", {"DEFAULT", "THREE_FRY", "PHILOX"}},
    {13, "rng_distribution", {"UNIFORM", "NORMAL"}, 1},
    {16, "transpose", {"TRANSPOSE_INVALID", "NO_TRANSPOSE", "TRANSPOSE", "ADJOINT"}}};

}  // namespace

std::span<const ElementCode> element_codes() {
  return kElements;
}

std::optional<ElementType> element_of_vhlo_code(uint64_t code) {
  for (const ElementCode& entry : kElements)
    if (entry.code == code) return entry.element;
  return std::nullopt;
}

std::span<const WordCode> word_codes() {
  return kWords;
}

}  // namespace tutti::portable
