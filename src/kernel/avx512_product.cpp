// SPDX-License-Identifier: Apache-2.0
#include "kernel/avx512_product.h"

#include <algorithm>
#include <cstring>

#include "base/error.h"
#include "base/rounding.h"
#include "kernel/amx_product.h"
#include "kernel/avx512_lines_product.h"
#include "kernel/avx512_store-inl.h"
#include "kernel/cpu_features.h"
#include "kernel/element_at.h"

namespace tutti::kernel {

using ir::ElementType;

bool has_avx512_product(ElementType type) {
#if HWY_ARCH_X86_64
  if (type == ElementType::f32) return has_avx512();
  return has_amx() || (has_avx512_bf16() && __builtin_cpu_is("amd"));
#else
  return false;
#endif
}

int64_t product_units(ElementType type, int64_t k) {
  return type == ElementType::f32 ? k : divide_up(k, int64_t{2});
}

int64_t left_lines(ElementType type) {
  return type == ElementType::bf16 && has_amx() ? 1 : kBlockLines;
}

Left packed_left(ElementType type, const float* panels, int64_t units) {
  if (left_lines(type) == 1)
    return {.data = panels,
            .packed = false,
            .line_bytes = units * kUnitBytes,
            .unit_bytes = kUnitBytes};
  return {.data = panels, .packed = true, .line_bytes = 0, .unit_bytes = 0};
}

#if HWY_ARCH_X86_64
namespace {

TUTTI_AVX512_ATTRIBUTES

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

/// Where the left operand's rows are; all numbers are in bytes.
struct LeftRows {
  const std::byte* data;
  int64_t row, unit;
  const int64_t *rows = nullptr, *units = nullptr;  // Left::lines from the first row on, and units
};

/// How the operands are read: both packed; or elements of the left one at a list of places; or rows
/// of the right one as they are in memory.
enum class Reading { plain, gathered_left, loose_right };

/// A store that misses the cache would stall. So C is prefetched before the sums are made, unless
/// they have too few units for that to be any earlier.
constexpr int64_t kFewUnits = 64;
template <int kRows, int kVectors>
HWY_INLINE void prefetch(const Place& place) {
  const auto element = static_cast<int64_t>(ir::byte_size(place.output.type));
  for (int i = 0; i < kRows; i++) {
    const std::byte* start = element_at(place.output.data, place.output.type,
                                        (place.row + i) * place.output.row_stride + place.column);
    for (int64_t byte = 0; byte < kVectors * kLanes * element; byte += kCacheLine)
      __builtin_prefetch(start + byte, 1);
  }
}

/// Computes kRows rows of C and kVectors vectors of its columns in registers, over kTerms units.
/// `right_row` is the row stride of a right operand that is not packed, whose last vector may be
/// partly beyond its columns.
template <ElementType kType, int kRows, int kVectors, Reading kReading>
HWY_FLATTEN void multiply_panel(int64_t units, const LeftRows& rows, const float* right,
                                int64_t right_row, const Place& at) {
  constexpr bool kGathers = kReading == Reading::gathered_left;
  constexpr bool kLoose = kReading == Reading::loose_right;
  const Place place = at;  // a copy that no store changes
  const std::byte* left = rows.data;
  const int64_t left_row = rows.row, left_unit = rows.unit;
  int64_t gathered[kRows];
  if constexpr (kGathers) unrolled<kRows>([&](auto i) { gathered[i] = rows.rows[i]; });
  Sums<kRows, kVectors> sums;
  float totals[kRows][kVectors * kLanes];
  if (!place.output.transposed && units > kFewUnits) prefetch<kRows, kVectors>(place);
  const int64_t terms = terms_of(units);
  for (int64_t start = 0; start < units; start += terms) {
    unrolled<kRows>([&](auto i) {
      unrolled<kVectors>([&](auto j) {
        if (start > 0) _mm512_storeu_ps(totals[i] + j * kLanes, sums[i][j]);
        sums[i][j] = _mm512_setzero_ps();
      });
    });
    for (int64_t unit = start; unit < std::min(start + terms, units); unit++) {
      __m512 columns[kVectors];
      unrolled<kVectors>([&](auto j) {
        columns[j] = kLoose ? _mm512_maskz_loadu_ps(place.mask<kVectors>(j), right + j * kLanes)
                            : _mm512_loadu_ps(right + j * kLanes);
      });
      const std::byte* of_unit = kGathers ? left + rows.units[unit] : left;
      unrolled<kRows>([&](auto i) {
        const __m512 value = broadcast_unit(of_unit + (kGathers ? gathered[i] : i * left_row));
        unrolled<kVectors>(
            [&](auto j) { sums[i][j] = multiply_add<kType>(value, columns[j], sums[i][j]); });
      });
      if constexpr (!kGathers) left += left_unit;
      right += kLoose ? right_row : kRightLines;
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

template <ElementType kType, int kVectors, Reading kReading>
void multiply_strip(int64_t units, const Left& left, const Right& right, const Output& output,
                    int64_t first_row, int64_t last_row, int64_t column, __mmask16 last_mask) {
  const auto rows_from = [&](int64_t row) {
    const auto* data = static_cast<const std::byte*>(left.data);
    constexpr int64_t kLineBytes = kBlockLines * kUnitBytes;
    if (left.lines != nullptr) return LeftRows{data, 0, 0, left.lines + row, left.units};
    if (!left.packed)
      return LeftRows{data + row * left.line_bytes, left.line_bytes, left.unit_bytes};
    return LeftRows{data + row / kBlockLines * units * kLineBytes + row % kBlockLines * kUnitBytes,
                    kUnitBytes, kLineBytes};
  };
  for_blocks_of_rows(first_row, last_row, [&]<int kRows>(int64_t row) {
    multiply_panel<kType, kRows, kVectors, kReading>(
        units, rows_from(row), right.data, right.row_stride, {output, row, column, last_mask});
  });
}

template <ElementType kType, Reading kReading = Reading::plain>
void multiply(int64_t units, const Left& left, const Right& right, const Output& output,
              int64_t first_row, int64_t last_row, int64_t first_column, int64_t last_column) {
  for_panels(first_column, last_column, [&]<int kVectors>(int64_t column, __mmask16 mask) {
    constexpr bool kLoose = kReading == Reading::loose_right;
    const Right from = {right.data + column * (kLoose ? 1 : units), right.row_stride};
    multiply_strip<kType, kVectors, kReading>(units, left, from, output, first_row, last_row,
                                              column, mask);
  });
}

HWY_POP_ATTRIBUTES

}  // namespace

void multiply_lines(ElementType type, int64_t units, const Left& left, const Right& right,
                    const Output& output, int64_t first_row, int64_t last_row, int64_t first_column,
                    int64_t last_column) {
  check(first_row % kBlockLines == 0 && first_column % kRightLines == 0,
        "a product's block begins inside of a panel: {}, {}", first_row, first_column);
  if (right.line_stride > 0) {
    check(first_row == 0 && last_row <= kFewRows && left.lines == nullptr,
          "lines where they are, times rows {} to {}", first_row, last_row);
    return multiply_right_lines(type, units, left, right, output, last_row, first_column,
                                last_column);
  }
  const bool gathers = left.lines != nullptr, is_loose = right.row_stride > 0;
  check(!(gathers && is_loose) && (type == ElementType::f32 || !(gathers || is_loose)),
        "a product reads one operand where it lies, of float32");
  constexpr auto kFloat = ElementType::f32;
  const auto kernel = gathers          ? multiply<kFloat, Reading::gathered_left>
                      : is_loose       ? multiply<kFloat, Reading::loose_right>
                      : type == kFloat ? multiply<kFloat>
                      : has_amx()      ? multiply_tiles
                                       : multiply<ElementType::bf16>;
  kernel(units, left, right, output, first_row, last_row, first_column, last_column);
}

#else

void multiply_lines(ElementType, int64_t, const Left&, const Right&, const Output&, int64_t,
                    int64_t, int64_t, int64_t) {
  throw InternalError("this CPU has no AVX-512");
}

#endif

}  // namespace tutti::kernel
