// SPDX-License-Identifier: Apache-2.0
#include "kernel/avx512_lines_product.h"

#include <algorithm>
#include <cstring>
#include <type_traits>

#include "base/error.h"
#include "base/rounding.h"
#include "kernel/avx512_store-inl.h"

namespace tutti::kernel {

#if HWY_ARCH_X86_64
namespace {

TUTTI_AVX512_ATTRIBUTES

/// Lines of the right operand, each contiguous. Strides are in units.
struct LinesOfPanel {
  const float* data;
  int64_t stride;
  int64_t count;
};

template <ElementType kType>
__m512 add_product(__m512 sum, const std::byte* left, __m512i right) {
  int unit;
  std::memcpy(&unit, left, sizeof unit);
  const __m512i value = _mm512_set1_epi32(unit);
  if constexpr (kType == ElementType::f32)
    return _mm512_fmadd_ps(_mm512_castsi512_ps(value), _mm512_castsi512_ps(right), sum);
  else
    return _mm512_dpbf16_ps(sum, reinterpret_cast<__m512bh>(value),
                            reinterpret_cast<__m512bh>(right));
}

/// Four units of four lines that are `step` units apart.
__m512i load_quarters(const float* from, int64_t step) {
  const auto quarter = [&](int64_t line) {
    return _mm_loadu_si128(reinterpret_cast<const __m128i*>(from + line * step));
  };
  __m512i quarters = _mm512_castsi128_si512(quarter(0));
  quarters = _mm512_inserti32x4(quarters, quarter(1), 1);
  quarters = _mm512_inserti32x4(quarters, quarter(2), 2);
  return _mm512_inserti32x4(quarters, quarter(3), 3);
}

/// Adds `count` units of 16 lines to the sums of all rows; `left` is at the first unit. The lines
/// become lanes.
template <ElementType kType, int kRows, int kVectors, int kVector, bool kAll>
HWY_INLINE void add_units(Sums<kRows, kVectors>& sums, const std::byte* left, const Left& rows,
                          const float* from, int64_t stride, int64_t count) {
  unrolled<4>([&](auto four) {
    const float* at = from + 4 * four;
    const __m512i line0 = load_quarters(at, 4 * stride);
    const __m512i line1 = load_quarters(at + stride, 4 * stride);
    const __m512i line2 = load_quarters(at + 2 * stride, 4 * stride);
    const __m512i line3 = load_quarters(at + 3 * stride, 4 * stride);
    const __m512i low01 = _mm512_unpacklo_epi32(line0, line1);
    const __m512i low23 = _mm512_unpacklo_epi32(line2, line3);
    const __m512i high01 = _mm512_unpackhi_epi32(line0, line1);
    const __m512i high23 = _mm512_unpackhi_epi32(line2, line3);
    const auto add = [&](auto place, __m512i columns) {
      const int64_t unit = 4 * four + place;
      if (!kAll && unit >= count) return;
      unrolled<kRows>([&](auto row) {
        sums[row][kVector] = add_product<kType>(
            sums[row][kVector], left + unit * rows.unit_bytes + row * rows.line_bytes, columns);
      });
    };
    add(std::integral_constant<int, 0>(), _mm512_unpacklo_epi64(low01, low23));
    add(std::integral_constant<int, 1>(), _mm512_unpackhi_epi64(low01, low23));
    add(std::integral_constant<int, 2>(), _mm512_unpacklo_epi64(high01, high23));
    add(std::integral_constant<int, 3>(), _mm512_unpackhi_epi64(high01, high23));
  });
}

/// The same where there may be fewer lines, or units.
template <ElementType kType, int kRows, int kVectors, int kVector>
void add_last_units(Sums<kRows, kVectors>& sums, const std::byte* left, const Left& rows,
                    const LinesOfPanel& lines, int64_t unit, int64_t count) {
  alignas(64) float copies[kLanes][kLanes] = {};
  const int64_t first = kVector * kLanes, last = std::min(lines.count, first + kLanes);
  for (int64_t line = first; line < last; line++)
    _mm512_store_ps(copies[line - first],
                    _mm512_maskz_loadu_ps(first16(count), lines.data + line * lines.stride + unit));
  add_units<kType, kRows, kVectors, kVector, false>(sums, left, rows, copies[0], kLanes, count);
}

/// Prefetches as many bytes as 16 units of 16 lines into the second-level cache. The lines of the
/// next panel are read in the order in which they are in memory: the processor's own prefetching
/// then keeps up, which it does not with 48 lines side by side.
const std::byte* prefetched(const std::byte* from) {
  for (int64_t line = 0; line < kLanes; line++) __builtin_prefetch(from + line * kCacheLine, 0, 2);
  return from + kLanes * kCacheLine;
}

template <ElementType kType, int kRows, int kVectors>
HWY_FLATTEN void multiply_panel_lines(int64_t units, const Left& rows, const LinesOfPanel& panel,
                                      const Place& at) {
  const Place place = at;  // copies that no store changes
  const Left left = rows;
  const LinesOfPanel lines = panel;
  const auto* from = static_cast<const std::byte*>(left.data);
  Sums<kRows, kVectors> sums;
  float totals[kRows][kVectors * kLanes];
  const auto* next = reinterpret_cast<const std::byte*>(lines.data + kRightLines * lines.stride);
  const int64_t terms = divide_up(units, divide_up(units, kTerms));
  for (int64_t start = 0; start < units; start += terms) {
    unrolled<kRows>([&](auto i) {
      unrolled<kVectors>([&](auto j) {
        if (start > 0) _mm512_storeu_ps(totals[i] + j * kLanes, sums[i][j]);
        sums[i][j] = _mm512_setzero_ps();
      });
    });
    const int64_t end = std::min(start + terms, units);
    for (int64_t unit = start; unit < end; unit += kLanes) {
      const int64_t count = std::min(kLanes, end - unit);
      unrolled<kVectors>([&](auto j) {
        next = prefetched(next);
        if (count == kLanes && lines.count >= (j + 1) * kLanes)
          add_units<kType, kRows, kVectors, j, true>(sums, from, left,
                                                     lines.data + j * kLanes * lines.stride + unit,
                                                     lines.stride, kLanes);
        else
          add_last_units<kType, kRows, kVectors, j>(sums, from, left, lines, unit, count);
      });
      from += count * left.unit_bytes;
    }
    if (start == 0) continue;
    unrolled<kRows>([&](auto i) {
      unrolled<kVectors>([&](auto j) {
        sums[i][j] = _mm512_add_ps(_mm512_loadu_ps(totals[i] + j * kLanes), sums[i][j]);
      });
    });
  }
  finish<kType, kRows, kVectors>(sums, place);
}

template <ElementType kType>
void multiply(int64_t units, const Left& left, const Right& right, const Output& output,
              int64_t last_row, int64_t first_column, int64_t last_column) {
  for_panels(first_column, last_column, [&]<int kVectors>(int64_t column, __mmask16 mask) {
    const LinesOfPanel lines = {right.data + column * right.line_stride, right.line_stride,
                                std::min(kRightLines, last_column - column)};
    for_blocks_of_rows(0, last_row, [&]<int kRows>(int64_t row) {
      Left from = left;
      from.data = static_cast<const std::byte*>(left.data) + row * left.line_bytes;
      multiply_panel_lines<kType, kRows, kVectors>(units, from, lines, {output, row, column, mask});
    });
  });
}

HWY_POP_ATTRIBUTES

}  // namespace

void multiply_right_lines(ir::ElementType type, int64_t units, const Left& left, const Right& right,
                          const Output& output, int64_t rows, int64_t first_column,
                          int64_t last_column) {
  Left from = left;
  if (left.packed) from.line_bytes = kUnitBytes, from.unit_bytes = kBlockLines * kUnitBytes;
  const auto kernel =
      type == ElementType::f32 ? multiply<ElementType::f32> : multiply<ElementType::bf16>;
  kernel(units, from, right, output, rows, first_column, last_column);
}

#else

void multiply_right_lines(ir::ElementType, int64_t, const Left&, const Right&, const Output&,
                          int64_t, int64_t, int64_t) {
  throw InternalError("this CPU has no AVX-512");
}

#endif

}  // namespace tutti::kernel
