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

/// How a unit of the lines is multiplied: as one float32, or as two bf16, by instructions of bf16
/// or as the two float32 that they are.
enum class Unit { single, bfloats, widened };

template <Unit kUnit>
constexpr ElementType kTypeOf = kUnit == Unit::bfloats ? ElementType::bf16 : ElementType::f32;

/// The units of the left operand that meet one of the lines.
template <Unit kUnit>
constexpr int64_t kLeftUnits = kUnit == Unit::widened ? 2 : 1;

HWY_INLINE __m512i broadcast(const std::byte* from) {
  int unit;
  std::memcpy(&unit, from, sizeof unit);
  return _mm512_set1_epi32(unit);
}

HWY_INLINE __m512 add_floats(__m512 sum, __m512i left, __m512i right) {
  return _mm512_fmadd_ps(_mm512_castsi512_ps(left), _mm512_castsi512_ps(right), sum);
}

/// `left_unit`: the bytes from one unit of the left operand to the next.
template <Unit kUnit>
HWY_INLINE __m512 add_product(__m512 sum, const std::byte* left, int64_t left_unit, __m512i right) {
  if constexpr (kUnit == Unit::single) {
    return add_floats(sum, broadcast(left), right);
  } else if constexpr (kUnit == Unit::bfloats) {
    return _mm512_dpbf16_ps(sum, reinterpret_cast<__m512bh>(broadcast(left)),
                            reinterpret_cast<__m512bh>(right));
  } else {
    const __m512i upper = _mm512_set1_epi32(static_cast<int>(0xFFFF0000));
    sum = add_floats(sum, broadcast(left), _mm512_slli_epi32(right, 16));
    return add_floats(sum, broadcast(left + left_unit), _mm512_and_si512(right, upper));
  }
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
template <Unit kUnit, int kRows>
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
    sums[row][0] = add_product<kUnit>(
        sums[row][0], left + unit * kLeftUnits<kUnit> * rows.unit_bytes + row * rows.line_bytes,
        rows.unit_bytes, units[unit]);
}

/// The same for `count` units of a panel, any number of them, and of lines: zeros fill what lacks.
template <Unit kUnit, int kRows>
void add_some(Sums<kRows, 1>& sums, const std::byte* left, const Left& rows,
              const LinesOfPanel& lines, int64_t unit, int64_t count) {
  __m512i columns[kLanes];
  HWY_UNROLL(16)
  for (int64_t line = 0; line < kLanes; line++)
    columns[line] =
        line < lines.count
            ? _mm512_maskz_loadu_epi32(first16(count), lines.data + line * lines.stride + unit)
            : _mm512_setzero_si512();
  transpose(columns);
  for (int64_t at = 0; at < count; at++) {
    HWY_UNROLL(8)
    for (int row = 0; row < kRows; row++)
      sums[row][0] = add_product<kUnit>(
          sums[row][0], left + at * kLeftUnits<kUnit> * rows.unit_bytes + row * rows.line_bytes,
          rows.unit_bytes, columns[at]);
  }
}

/// The same for at most 16 units.
template <Unit kUnit, int kRows>
HWY_INLINE void add_units(Sums<kRows, 1>& sums, const Left& rows, const LinesOfPanel& lines,
                          int64_t unit, int64_t count) {
  const int64_t step = kLeftUnits<kUnit> * rows.unit_bytes;
  const auto* left = static_cast<const std::byte*>(rows.data) + unit * step;
  if (lines.count < kLanes || count % 4 != 0)
    return add_some<kUnit, kRows>(sums, left, rows, lines, unit, count);
  if (count == kLanes) {
    HWY_UNROLL(4)
    for (int64_t at = 0; at < kLanes; at += 4)
      add_four<kUnit, kRows>(sums, left + at * step, rows, lines.data + unit + at, lines.stride);
    return;
  }
  for (int64_t at = 0; at < count; at += 4)
    add_four<kUnit, kRows>(sums, left + at * step, rows, lines.data + unit + at, lines.stride);
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
template <Unit kUnit, int kRows>
HWY_FLATTEN void multiply_panel_lines(int64_t units, const Left& rows, const LinesOfPanel& panel,
                                      const BlockPlace& at) {
  const BlockPlace place = at;  // copies that no store changes
  const Left left = rows;
  const LinesOfPanel lines = panel;
  const auto* next = reinterpret_cast<const std::byte*>(lines.data + kLanes * lines.stride);
  const int64_t terms = divide_up(terms_of(kLeftUnits<kUnit> * units), kLeftUnits<kUnit>);
  Sums<kRows, 1> totals;
  for (int64_t start = 0; start < units; start += terms) {
    Sums<kRows, 1> sums;
    HWY_UNROLL(8)
    for (int row = 0; row < kRows; row++) sums[row][0] = _mm512_setzero_ps();
    const int64_t end = std::min(start + terms, units);
    for (int64_t unit = start; unit < end; unit += kLanes) {
      next = prefetched(next);
      add_units<kUnit, kRows>(sums, left, lines, unit, std::min(kLanes, end - unit));
    }
    HWY_UNROLL(8)
    for (int row = 0; row < kRows; row++)
      totals[row][0] = start == 0 ? sums[row][0] : _mm512_add_ps(totals[row][0], sums[row][0]);
  }
  finish<kTypeOf<kUnit>, kRows, 1>(totals, kLeftUnits<kUnit> * units, place);
}

template <Unit kUnit>
void multiply(int64_t units, const Left& left, const Right& right, const Output& output,
              int64_t last_row, int64_t first_column, int64_t last_column) {
  for (int64_t column = first_column; column < last_column; column += kLanes) {
    const LinesOfPanel lines = {right.data + column * right.line_stride, right.line_stride,
                                std::min(kLanes, last_column - column)};
    for_blocks_of_rows(0, last_row, [&]<int kRows>(int64_t row) {
      Left from = left;
      from.data = static_cast<const std::byte*>(left.data) + row * left.line_bytes;
      multiply_panel_lines<kUnit, kRows>(units, from, lines,
                                         {output, row, column, first16(lines.count)});
    });
  }
}

HWY_POP_ATTRIBUTES

}  // namespace

bool widens_lines(int64_t k) {
  return k % 2 == 0 && (k <= kTerms || terms_of(k) % 2 == 0);
}

void multiply_right_lines(ir::ElementType type, int64_t units, const Left& left, const Right& right,
                          const Output& output, int64_t rows, int64_t first_column,
                          int64_t last_column) {
  Left from = left;
  if (left.packed) from.line_bytes = kUnitBytes, from.unit_bytes = kBlockLines * kUnitBytes;
  const bool widens = type == ElementType::f32 && right.line_type == ElementType::bf16;
  const auto kernel = widens                      ? multiply<Unit::widened>
                      : type == ElementType::bf16 ? multiply<Unit::bfloats>
                                                  : multiply<Unit::single>;
  kernel(widens ? units / 2 : units, from, right, output, rows, first_column, last_column);
}

#else

bool widens_lines(int64_t) {
  return false;
}

void multiply_right_lines(ir::ElementType, int64_t, const Left&, const Right&, const Output&,
                          int64_t, int64_t, int64_t) {
  throw InternalError("this CPU has no AVX-512");
}

#endif

}  // namespace tutti::kernel
