// SPDX-License-Identifier: Apache-2.0
#include "kernel/avx512_lines_product.h"

#include <algorithm>
#include <cstring>

#include "base/error.h"
#include "base/rounding.h"
#include "kernel/avx512_store-inl.h"

namespace tutti::kernel {

#if HWY_ARCH_X86_64
namespace {

TUTTI_AVX512_ATTRIBUTES

/// The lanes of a vector, at most: lines of the right operand, each contiguous. `stride` is in
/// units.
struct LinesOfPanel {
  const float* data;
  int64_t stride;
  int64_t count;
};

template <ElementType kType>
HWY_INLINE __m512 add_product(__m512 sum, const std::byte* left, __m512i right) {
  int unit;
  std::memcpy(&unit, left, sizeof unit);
  const __m512i value = _mm512_set1_epi32(unit);
  if constexpr (kType == ElementType::f32)
    return _mm512_fmadd_ps(_mm512_castsi512_ps(value), _mm512_castsi512_ps(right), sum);
  else
    return _mm512_dpbf16_ps(sum, reinterpret_cast<__m512bh>(value),
                            reinterpret_cast<__m512bh>(right));
}

/// Four units of four lines that are `step` units apart. Where a quarter is chosen by a mask, the
/// load does it, and no shuffle is needed.
HWY_INLINE __m512i load_quarters(const float* from, int64_t step) {
  const auto quarter = [&](int64_t line) {
    return _mm_loadu_si128(reinterpret_cast<const __m128i*>(from + line * step));
  };
  __m512i quarters = _mm512_castsi128_si512(quarter(0));
  quarters = _mm512_mask_broadcast_i32x4(quarters, 0x00F0, quarter(1));
  quarters = _mm512_mask_broadcast_i32x4(quarters, 0x0F00, quarter(2));
  return _mm512_mask_broadcast_i32x4(quarters, 0xF000, quarter(3));
}

/// Adds four units of 16 lines to the sums of all rows; `left` is at the first unit. The lines
/// become lanes.
template <ElementType kType, int kRows>
HWY_INLINE void add_four(Sums<kRows, 1>& sums, const std::byte* left, const Left& rows,
                         const float* lines, int64_t stride) {
  const __m512i line0 = load_quarters(lines, 4 * stride);
  const __m512i line1 = load_quarters(lines + stride, 4 * stride);
  const __m512i line2 = load_quarters(lines + 2 * stride, 4 * stride);
  const __m512i line3 = load_quarters(lines + 3 * stride, 4 * stride);
  const __m512i low01 = _mm512_unpacklo_epi32(line0, line1);
  const __m512i low23 = _mm512_unpacklo_epi32(line2, line3);
  const __m512i high01 = _mm512_unpackhi_epi32(line0, line1);
  const __m512i high23 = _mm512_unpackhi_epi32(line2, line3);
  const __m512i units[] = {_mm512_unpacklo_epi64(low01, low23), _mm512_unpackhi_epi64(low01, low23),
                           _mm512_unpacklo_epi64(high01, high23),
                           _mm512_unpackhi_epi64(high01, high23)};
  HWY_UNROLL(4)
  for (int unit = 0; unit < 4; unit++) HWY_UNROLL(8)
  for (int row = 0; row < kRows; row++)
    sums[row][0] = add_product<kType>(
        sums[row][0], left + unit * rows.unit_bytes + row * rows.line_bytes, units[unit]);
}

/// The same for `count` units of a panel, any number of them, and of lines: zeros fill what lacks.
template <ElementType kType, int kRows>
void add_copied(Sums<kRows, 1>& sums, const std::byte* left, const Left& rows,
                const LinesOfPanel& lines, int64_t unit, int64_t count) {
  alignas(64) float copies[kLanes][kLanes] = {};
  for (int64_t line = 0; line < lines.count; line++)
    _mm512_store_ps(copies[line],
                    _mm512_maskz_loadu_ps(first16(count), lines.data + line * lines.stride + unit));
  for (int64_t at = 0; at < count; at++) {
    alignas(64) float column[kLanes];
    for (int64_t line = 0; line < kLanes; line++) column[line] = copies[line][at];
    HWY_UNROLL(8)
    for (int row = 0; row < kRows; row++)
      sums[row][0] =
          add_product<kType>(sums[row][0], left + at * rows.unit_bytes + row * rows.line_bytes,
                             _mm512_load_si512(column));
  }
}

/// The same for at most 16 units.
template <ElementType kType, int kRows>
HWY_INLINE void add_units(Sums<kRows, 1>& sums, const Left& rows, const LinesOfPanel& lines,
                          int64_t unit, int64_t count) {
  const auto* left = static_cast<const std::byte*>(rows.data) + unit * rows.unit_bytes;
  if (lines.count < kLanes || count % 4 != 0)
    return add_copied<kType, kRows>(sums, left, rows, lines, unit, count);
  if (count == kLanes) {
    HWY_UNROLL(4)
    for (int64_t at = 0; at < kLanes; at += 4)
      add_four<kType, kRows>(sums, left + at * rows.unit_bytes, rows, lines.data + unit + at,
                             lines.stride);
    return;
  }
  for (int64_t at = 0; at < count; at += 4)
    add_four<kType, kRows>(sums, left + at * rows.unit_bytes, rows, lines.data + unit + at,
                           lines.stride);
}

/// Prefetches as many bytes as 16 units of 16 lines into the second-level cache. The lines of the
/// next panel are read in the order in which they are in memory: the processor's own prefetching
/// then keeps up, which it does not with 16 lines side by side.
HWY_INLINE const std::byte* prefetched(const std::byte* from) {
  for (int64_t line = 0; line < kLanes; line++) __builtin_prefetch(from + line * kCacheLine, 0, 2);
  return from + kLanes * kCacheLine;
}

/// A panel is one vector of lines: it and the next fit in the second-level cache, however long the
/// lines are, and the processor follows 16 of them, which it does not 32 or 48.
template <ElementType kType, int kRows>
HWY_FLATTEN void multiply_panel_lines(int64_t units, const Left& rows, const LinesOfPanel& panel,
                                      const Place& at) {
  const Place place = at;  // copies that no store changes
  const Left left = rows;
  const LinesOfPanel lines = panel;
  const auto* next = reinterpret_cast<const std::byte*>(lines.data + kLanes * lines.stride);
  const int64_t terms = divide_up(units, divide_up(units, kTerms));
  Sums<kRows, 1> totals;
  for (int64_t start = 0; start < units; start += terms) {
    Sums<kRows, 1> sums;
    HWY_UNROLL(8)
    for (int row = 0; row < kRows; row++) sums[row][0] = _mm512_setzero_ps();
    const int64_t end = std::min(start + terms, units);
    for (int64_t unit = start; unit < end; unit += kLanes) {
      next = prefetched(next);
      add_units<kType, kRows>(sums, left, lines, unit, std::min(kLanes, end - unit));
    }
    HWY_UNROLL(8)
    for (int row = 0; row < kRows; row++)
      totals[row][0] = start == 0 ? sums[row][0] : _mm512_add_ps(totals[row][0], sums[row][0]);
  }
  finish<kType, kRows, 1>(totals, place);
}

template <ElementType kType>
void multiply(int64_t units, const Left& left, const Right& right, const Output& output,
              int64_t last_row, int64_t first_column, int64_t last_column) {
  for (int64_t column = first_column; column < last_column; column += kLanes) {
    const LinesOfPanel lines = {right.data + column * right.line_stride, right.line_stride,
                                std::min(kLanes, last_column - column)};
    for_blocks_of_rows(0, last_row, [&]<int kRows>(int64_t row) {
      Left from = left;
      from.data = static_cast<const std::byte*>(left.data) + row * left.line_bytes;
      multiply_panel_lines<kType, kRows>(units, from, lines,
                                         {output, row, column, first16(lines.count)});
    });
  }
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
