// SPDX-License-Identifier: Apache-2.0
#include "kernel/avx512_product.h"

#include <algorithm>
#include <cstring>

#include "base/error.h"
#include "base/rounding.h"
#include "hwy/highway.h"
#include "kernel/onednn.h"

#if HWY_ARCH_X86_64
#include <immintrin.h>
#endif

#if HWY_COMPILER_GCC_ACTUAL  // of its own header: GCC bug 105593
#pragma GCC diagnostic ignored "-Wuninitialized"
#pragma GCC diagnostic ignored "-Wmaybe-uninitialized"
#endif

namespace tutti::kernel {

using ir::ElementType;

bool has_avx512_product(ElementType type) {
#if HWY_ARCH_X86_64
  if (type == ElementType::f32) return onednn_has_avx512();
  return onednn_has_avx512_bf16() && __builtin_cpu_is("amd");
#else
  return false;
#endif
}

int64_t product_units(ElementType type, int64_t k) {
  return type == ElementType::f32 ? k : divide_up(k, int64_t{2});
}

#if HWY_ARCH_X86_64
namespace {

HWY_PUSH_ATTRIBUTES("avx512f,avx512bw,avx512dq,avx512vl,avx512bf16")

constexpr int64_t kLanes = 16;

/// The lowest `count` bits, of 16 or 32.
__mmask16 first16(int64_t count) {
  return static_cast<__mmask16>((uint32_t{1} << std::clamp<int64_t>(count, 0, 16)) - 1);
}
__mmask32 first32(int64_t count) {
  return static_cast<__mmask32>((uint64_t{1} << std::clamp<int64_t>(count, 0, 32)) - 1);
}

/// bf16 elements as the upper or the lower halves of 16 lanes.
__m512i lower_halves(const uint16_t* from, __mmask16 mask) {
  return _mm512_cvtepu16_epi32(_mm256_maskz_loadu_epi16(mask, from));
}
__m512i upper_halves(const uint16_t* from, __mmask16 mask) {
  return _mm512_slli_epi32(lower_halves(from, mask), 16);
}

/// How numbers become units: as they are, bf16 as float32, or two bf16 as one.
enum class Units { same, widened, pairs };

/// 16 units of a contiguous line from unit `unit` on.
template <Units kUnits>
__m512i units_along(const Lines& from, int64_t line, int64_t unit) {
  const int64_t start = line * from.row;
  if constexpr (kUnits == Units::same)
    return _mm512_maskz_loadu_epi32(first16(from.k - unit),
                                    static_cast<const float*>(from.data) + start + unit);
  const auto* data = static_cast<const uint16_t*>(from.data) + start;
  if constexpr (kUnits == Units::widened)
    return upper_halves(data + unit, first16(from.k - unit));
  else
    return _mm512_maskz_loadu_epi16(first32(from.k - 2 * unit), data + 2 * unit);
}

/// The units at `unit` of the lines from `line` on that `mask` names; they are columns of what is
/// stored.
template <Units kUnits>
__m512i units_across(const Lines& from, int64_t line, int64_t unit, __mmask16 mask) {
  if constexpr (kUnits == Units::same)
    return _mm512_maskz_loadu_epi32(mask,
                                    static_cast<const float*>(from.data) + unit * from.row + line);
  const auto* data = static_cast<const uint16_t*>(from.data) + line;
  if constexpr (kUnits == Units::widened) {
    return upper_halves(data + unit * from.row, mask);
  } else {
    const __m512i even = lower_halves(data + 2 * unit * from.row, mask);
    if (2 * unit + 1 == from.k) return even;
    return _mm512_or_si512(even, upper_halves(data + (2 * unit + 1) * from.row, mask));
  }
}

/// Rows become columns.
void transpose(__m512i (&rows)[kLanes]) {
  __m512i pairs[kLanes], fours[kLanes];
  for (int i = 0; i < kLanes; i += 2) {
    pairs[i] = _mm512_unpacklo_epi32(rows[i], rows[i + 1]);
    pairs[i + 1] = _mm512_unpackhi_epi32(rows[i], rows[i + 1]);
  }
  for (int i = 0; i < kLanes; i += 4)
    for (int j = 0; j < 2; j++) {
      fours[i + 2 * j] = _mm512_unpacklo_epi64(pairs[i + j], pairs[i + 2 + j]);
      fours[i + 2 * j + 1] = _mm512_unpackhi_epi64(pairs[i + j], pairs[i + 2 + j]);
    }
  // fours[4 r + c] has of rows 4 r to 4 r + 3 the columns c, 4 + c, 8 + c and 12 + c.
  for (int c = 0; c < 4; c++) {
    const __m512i low02 = _mm512_shuffle_i32x4(fours[c], fours[4 + c], 0x88);
    const __m512i low13 = _mm512_shuffle_i32x4(fours[c], fours[4 + c], 0xDD);
    const __m512i high02 = _mm512_shuffle_i32x4(fours[8 + c], fours[12 + c], 0x88);
    const __m512i high13 = _mm512_shuffle_i32x4(fours[8 + c], fours[12 + c], 0xDD);
    rows[c] = _mm512_shuffle_i32x4(low02, high02, 0x88);
    rows[4 + c] = _mm512_shuffle_i32x4(low13, high13, 0x88);
    rows[8 + c] = _mm512_shuffle_i32x4(low02, high02, 0xDD);
    rows[12 + c] = _mm512_shuffle_i32x4(low13, high13, 0xDD);
  }
}

/// 16 lines from `line` on; `to` is where their first unit goes, `step` numbers on the next one.
template <Units kUnits>
void pack_along(const Lines& from, int64_t line, int64_t first_unit, int64_t last_unit, float* to,
                int64_t step) {
  const int64_t present = std::min(kLanes, from.lines - line);
  for (int64_t unit = first_unit; unit < last_unit; unit += kLanes) {
    __m512i rows[kLanes];
    for (int64_t i = 0; i < kLanes; i++)
      rows[i] = i < present ? units_along<kUnits>(from, line + i, unit) : _mm512_setzero_si512();
    transpose(rows);
    for (int64_t i = 0; i < std::min(kLanes, last_unit - unit); i++)
      _mm512_storeu_si512(to + (unit + i) * step, rows[i]);
  }
}

/// The same of lines that are columns.
template <Units kUnits>
void pack_across(const Lines& from, int64_t line, int64_t first_unit, int64_t last_unit, float* to,
                 int64_t step) {
  const __mmask16 mask = first16(from.lines - line);
  for (int64_t unit = first_unit; unit < last_unit; unit++)
    _mm512_storeu_si512(to + unit * step, units_across<kUnits>(from, line, unit, mask));
}

using PackGroup = void (*)(const Lines&, int64_t, int64_t, int64_t, float*, int64_t);

template <Units kUnits>
PackGroup pack_group(bool contiguous) {
  return contiguous ? pack_along<kUnits> : pack_across<kUnits>;
}

PackGroup pack_group(const Lines& from, ElementType type) {
  if (from.type == ElementType::f32) return pack_group<Units::same>(from.contiguous);
  return type == ElementType::f32 ? pack_group<Units::widened>(from.contiguous)
                                  : pack_group<Units::pairs>(from.contiguous);
}

template <ElementType kType>
__m512 multiply_add(__m512 left, __m512 right, __m512 sum) {
  if constexpr (kType == ElementType::f32)
    return _mm512_fmadd_ps(left, right, sum);
  else
    return _mm512_dpbf16_ps(sum, reinterpret_cast<__m512bh>(left),
                            reinterpret_cast<__m512bh>(right));
}

__m512 broadcast_unit(const std::byte* from) {
  int unit;
  std::memcpy(&unit, from, sizeof unit);
  return _mm512_castsi512_ps(_mm512_set1_epi32(unit));
}

/// Rounds to nearest even; NaN stays NaN.
__m256i to_bf16(__m512 value) {
  const __m512i bits = _mm512_castps_si512(value);
  const __m512i odd = _mm512_and_si512(_mm512_srli_epi32(bits, 16), _mm512_set1_epi32(1));
  const __m512i rounded = _mm512_add_epi32(bits, _mm512_add_epi32(odd, _mm512_set1_epi32(0x7FFF)));
  const __m512i quiet = _mm512_or_si512(bits, _mm512_set1_epi32(0x400000));
  const __mmask16 is_nan = _mm512_cmp_ps_mask(value, value, _CMP_UNORD_Q);
  return _mm512_cvtepi32_epi16(
      _mm512_srli_epi32(_mm512_mask_blend_epi32(is_nan, rounded, quiet), 16));
}

/// Where the left operand's rows lie, in bytes.
struct LeftRows {
  const std::byte* data;
  int64_t row, unit;
};

/// Sums of at most so many units are added up for themselves: rounding errors grow with this number
/// and that of such sums, not with their product (Higham, "Accuracy and Stability of Numerical
/// Algorithms", 4.2).
constexpr int64_t kTerms = 256;

/// A block of C.
template <int kRows, int kVectors>
using Sums = float[kRows][kVectors * kLanes];

void store(__m512 sums, const Output& output, int64_t at, __mmask16 mask) {
  if (output.type == ElementType::f32)
    _mm512_mask_storeu_ps(static_cast<float*>(output.data) + at, mask, sums);
  else
    _mm256_mask_storeu_epi16(static_cast<uint16_t*>(output.data) + at, mask, to_bf16(sums));
}

template <int kRows, int kVectors>
void store_rows(const Sums<kRows, kVectors>& sums, const Output& output, int64_t row,
                int64_t column, __mmask16 last_mask) {
  for (int i = 0; i < kRows; i++)
    for (int j = 0; j < kVectors; j++) {
      const __mmask16 mask = j + 1 == kVectors ? last_mask : __mmask16{0xFFFF};
      const int64_t at = (row + i) * output.row + column + j * kLanes;
      __m512 sum = _mm512_loadu_ps(sums[i] + j * kLanes);
      if (output.adds)
        sum =
            _mm512_add_ps(sum, _mm512_maskz_loadu_ps(mask, static_cast<float*>(output.data) + at));
      store(sum, output, at, mask);
    }
}

template <int kRows, int kVectors>
void store_columns(const Sums<kRows, kVectors>& sums, const Output& output, int64_t row,
                   int64_t column, __mmask16 last_mask) {
  const __mmask16 mask = first16(kRows);
  for (int j = 0; j < kVectors; j++) {
    __m512i columns[kLanes];
    for (int i = 0; i < kLanes; i++)
      columns[i] = i < kRows ? _mm512_loadu_si512(sums[i] + j * kLanes) : _mm512_setzero_si512();
    transpose(columns);
    const int count = j + 1 == kVectors ? __builtin_popcount(last_mask) : int{kLanes};
    for (int i = 0; i < count; i++)
      store(_mm512_castsi512_ps(columns[i]), output, (column + j * kLanes + i) * output.row + row,
            mask);
  }
}

/// Stores that miss would stall: they are sent for before the sums are made.
template <int kRows, int kVectors>
void prefetch(const Output& output, int64_t row, int64_t column) {
  const auto element = static_cast<int64_t>(ir::byte_size(output.type));
  const auto* first = static_cast<const std::byte*>(output.data);
  for (int i = 0; i < kRows; i++) {
    const std::byte* start = first + ((row + i) * output.row + column) * element;
    for (int64_t byte = 0; byte < kVectors * kLanes * element; byte += kCacheLine)
      __builtin_prefetch(start + byte, 1);
  }
}

/// kRows rows of C and kVectors vectors of its columns, held in registers over kTerms units.
template <ElementType kType, int kRows, int kVectors>
void multiply_panel(int64_t units, LeftRows left, const float* right, const Output& output,
                    int64_t row, int64_t column, __mmask16 last_mask) {
  __m512 sums[kRows][kVectors];
  Sums<kRows, kVectors> totals;
  if (!output.transposed) prefetch<kRows, kVectors>(output, row, column);
  const int64_t terms = divide_up(units, divide_up(units, kTerms));
  for (int64_t start = 0; start < units; start += terms) {
    HWY_UNROLL(8)
    for (int i = 0; i < kRows; i++) HWY_UNROLL(3)
    for (int j = 0; j < kVectors; j++) sums[i][j] = _mm512_setzero_ps();
    for (int64_t unit = start; unit < std::min(start + terms, units); unit++) {
      __m512 columns[kVectors];
      HWY_UNROLL(3)
      for (int j = 0; j < kVectors; j++) columns[j] = _mm512_loadu_ps(right + j * kLanes);
      HWY_UNROLL(8)
      for (int i = 0; i < kRows; i++) {
        const __m512 value = broadcast_unit(left.data + i * left.row);
        HWY_UNROLL(3)
        for (int j = 0; j < kVectors; j++)
          sums[i][j] = multiply_add<kType>(value, columns[j], sums[i][j]);
      }
      left.data += left.unit;
      right += kRightLines;
    }
    HWY_UNROLL(8)
    for (int i = 0; i < kRows; i++) HWY_UNROLL(3)
    for (int j = 0; j < kVectors; j++) {
      float* total = totals[i] + j * kLanes;
      if (start > 0) sums[i][j] = _mm512_add_ps(_mm512_loadu_ps(total), sums[i][j]);
      _mm512_storeu_ps(total, sums[i][j]);
    }
  }
  if (output.transposed)
    store_columns<kRows, kVectors>(totals, output, row, column, last_mask);
  else
    store_rows<kRows, kVectors>(totals, output, row, column, last_mask);
}

template <ElementType kType, int kVectors>
void multiply_strip(int64_t units, const Left& left, const float* right, const Output& output,
                    int64_t first_row, int64_t last_row, int64_t column, __mmask16 last_mask) {
  const auto rows_from = [&](int64_t row) {
    const auto* data = static_cast<const std::byte*>(left.data);
    constexpr int64_t kUnitBytes = 4, kLineBytes = kLeftLines * kUnitBytes;
    if (!left.packed)
      return LeftRows{data + row * left.line_bytes, left.line_bytes, left.unit_bytes};
    return LeftRows{data + row / kLeftLines * units * kLineBytes + row % kLeftLines * kUnitBytes,
                    kUnitBytes, kLineBytes};
  };
  int64_t row = first_row;
  const auto panels = [&]<int kRows>() {
    for (; row + kRows <= last_row; row += kRows)
      multiply_panel<kType, kRows, kVectors>(units, rows_from(row), right, output, row, column,
                                             last_mask);
  };
  panels.template operator()<8>();
  panels.template operator()<4>();
  panels.template operator()<2>();
  panels.template operator()<1>();
}

template <ElementType kType>
void multiply(int64_t units, const Left& left, const float* right, const Output& output,
              int64_t first_row, int64_t last_row, int64_t first_column, int64_t last_column) {
  for (int64_t column = first_column; column < last_column; column += kRightLines) {
    const int64_t columns = std::min(kRightLines, last_column - column);
    const float* panel = right + column * units;
    const __mmask16 mask = first16((columns - 1) % kLanes + 1);
    const auto strip = [&]<int kVectors>() {
      multiply_strip<kType, kVectors>(units, left, panel, output, first_row, last_row, column,
                                      mask);
    };
    if (columns > 2 * kLanes)
      strip.template operator()<3>();
    else if (columns > kLanes)
      strip.template operator()<2>();
    else
      strip.template operator()<1>();
  }
}

HWY_POP_ATTRIBUTES

}  // namespace

void pack_lines(const Lines& from, ElementType type, int64_t panel_lines, int64_t first_line,
                int64_t last_line, int64_t first_unit, int64_t last_unit, float* panels) {
  const int64_t units = product_units(type, from.k);
  const PackGroup pack = pack_group(from, type);
  for (int64_t line = first_line; line < round_up(last_line, panel_lines); line += kLanes) {
    float* panel = panels + line / panel_lines * units * panel_lines;
    pack(from, line, first_unit, last_unit, panel + line % panel_lines, panel_lines);
  }
}

void multiply_lines(ElementType type, int64_t units, const Left& left, const float* right,
                    const Output& output, int64_t first_row, int64_t last_row, int64_t first_column,
                    int64_t last_column) {
  check(first_row % kLeftLines == 0 && first_column % kRightLines == 0,
        "a product's block begins inside of a panel: {}, {}", first_row, first_column);
  const auto kernel =
      type == ElementType::f32 ? multiply<ElementType::f32> : multiply<ElementType::bf16>;
  kernel(units, left, right, output, first_row, last_row, first_column, last_column);
}

#else

void pack_lines(const Lines&, ElementType, int64_t, int64_t, int64_t, int64_t, int64_t, float*) {
  throw InternalError("this CPU has no AVX-512");
}

void multiply_lines(ElementType, int64_t, const Left&, const float*, const Output&, int64_t,
                    int64_t, int64_t, int64_t) {
  throw InternalError("this CPU has no AVX-512");
}

#endif

}  // namespace tutti::kernel
