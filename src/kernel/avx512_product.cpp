// SPDX-License-Identifier: Apache-2.0
#include "kernel/avx512_product.h"

#include <algorithm>
#include <cstring>
#include <type_traits>
#include <utility>

#include "base/error.h"
#include "base/rounding.h"
#include "kernel/avx512.h"
#include "kernel/element_at.h"
#include "kernel/onednn.h"

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

/// bf16, rounded to nearest even; NaN stays NaN. AVX512-BF16 takes denormal numbers for zero, as
/// its products do.
template <ElementType kType>
__m256i to_bf16(__m512 value) {
  if constexpr (kType == ElementType::bf16)
    return reinterpret_cast<__m256i>(_mm512_cvtneps_pbh(value));
  const __m512i bits = _mm512_castps_si512(value);
  const __m512i odd = _mm512_and_si512(_mm512_srli_epi32(bits, 16), _mm512_set1_epi32(1));
  const __m512i rounded = _mm512_add_epi32(bits, _mm512_add_epi32(odd, _mm512_set1_epi32(0x7FFF)));
  const __m512i quiet = _mm512_or_si512(bits, _mm512_set1_epi32(0x400000));
  const __mmask16 is_nan = _mm512_cmp_ps_mask(value, value, _CMP_UNORD_Q);
  return _mm512_cvtepi32_epi16(
      _mm512_srli_epi32(_mm512_mask_blend_epi32(is_nan, rounded, quiet), 16));
}

/// The same in the lower halves of 16 lanes.
template <ElementType kType>
__m512i to_halves(__m512 value) {
  return _mm512_cvtepu16_epi32(to_bf16<kType>(value));
}

/// Calls body(std::integral_constant) for 0 to kCount - 1. What loops index stays in memory with
/// GCC 12, even where it unrolls them; what constants index, in registers.
template <int kCount, class Body>
HWY_INLINE void unrolled(const Body& body) {
  const auto calls = [&]<int... kIndex>(std::integer_sequence<int, kIndex...>) {
    (body(std::integral_constant<int, kIndex>()), ...);
  };
  calls(std::make_integer_sequence<int, kCount>());
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

/// A block of C: kRows rows and kVectors vectors of columns.
template <int kRows, int kVectors>
using Sums = __m512[kRows][kVectors];

/// Where a block goes, and which lanes of its last vector are columns of C.
struct Place {
  Output output;
  int64_t row, column;
  __mmask16 last_mask;

  template <int kVectors>
  __mmask16 mask(int vector) const {
    return vector + 1 == kVectors ? last_mask : __mmask16{0xFFFF};
  }
};

enum class Stored { floats, added_floats, bfloats };

template <ElementType kType, Stored kStored, int kRows, int kVectors>
HWY_INLINE void store_rows(const Sums<kRows, kVectors>& sums, const Place& place) {
  const int64_t step = place.output.row, first = place.row * step + place.column;
  unrolled<kRows>([&](auto i) {
    unrolled<kVectors>([&](auto j) {
      const __mmask16 mask = place.mask<kVectors>(j);
      const int64_t at = first + i * step + j * kLanes;
      if constexpr (kStored == Stored::bfloats) {
        _mm256_mask_storeu_epi16(static_cast<uint16_t*>(place.output.data) + at, mask,
                                 to_bf16<kType>(sums[i][j]));
      } else {
        float* to = static_cast<float*>(place.output.data) + at;
        const __m512 before =
            kStored == Stored::added_floats ? _mm512_maskz_loadu_ps(mask, to) : _mm512_setzero_ps();
        const bool adds = kStored == Stored::added_floats;
        _mm512_mask_storeu_ps(to, mask, adds ? _mm512_add_ps(before, sums[i][j]) : sums[i][j]);
      }
    });
  });
}

/// Columns of C, which lie one behind the other, of float32.
template <int kRows, int kVectors>
HWY_INLINE void store_float_columns(const Sums<kRows, kVectors>& sums, const Place& place) {
  const __mmask16 mask = first16(kRows);
  unrolled<kVectors>([&](auto j) {
    __m512i columns[kLanes] = {};
    unrolled<kRows>([&](auto i) { columns[i] = _mm512_castps_si512(sums[i][j]); });
    transpose(columns);
    float* to = static_cast<float*>(place.output.data) + place.row;
    const int count = __builtin_popcount(place.mask<kVectors>(j));
    for (int i = 0; i < count; i++)
      _mm512_mask_storeu_epi32(to + (place.column + j * kLanes + i) * place.output.row, mask,
                               columns[i]);
  });
}

/// The same of bf16: of each column, kRows numbers stand in a quarter of a vector.
template <ElementType kType, int kRows, int kVectors>
HWY_INLINE void store_bfloat_columns(const Sums<kRows, kVectors>& sums, const Place& place) {
  static_assert(kRows <= 8);
  const auto mask = static_cast<__mmask8>((1 << kRows) - 1);
  auto* to = static_cast<uint16_t*>(place.output.data) + place.row;
  unrolled<kVectors>([&](auto j) {
    __m512i pairs[4] = {};  // of rows
    __m512i quarters[4];    // of columns: quarter q of quarters[c] has 4 q + c
    unrolled<kRows>([&](auto i) {
      const __m512i halves = to_halves<kType>(sums[i][j]);
      if constexpr (i % 2 == 0)
        pairs[i / 2] = halves;
      else
        pairs[i / 2] = _mm512_or_si512(pairs[i / 2], _mm512_slli_epi32(halves, 16));
    });
    const __m512i low01 = _mm512_unpacklo_epi32(pairs[0], pairs[1]);
    const __m512i low23 = _mm512_unpacklo_epi32(pairs[2], pairs[3]);
    const __m512i high01 = _mm512_unpackhi_epi32(pairs[0], pairs[1]);
    const __m512i high23 = _mm512_unpackhi_epi32(pairs[2], pairs[3]);
    quarters[0] = _mm512_unpacklo_epi64(low01, low23);
    quarters[1] = _mm512_unpackhi_epi64(low01, low23);
    quarters[2] = _mm512_unpacklo_epi64(high01, high23);
    quarters[3] = _mm512_unpackhi_epi64(high01, high23);
    unrolled<kLanes>([&](auto column) {
      if (!(place.mask<kVectors>(j) >> column & 1)) return;
      _mm_mask_storeu_epi16(to + (place.column + j * kLanes + column) * place.output.row, mask,
                            _mm512_extracti32x4_epi32(quarters[column % 4], column / 4));
    });
  });
}

template <ElementType kType, int kRows, int kVectors>
HWY_INLINE void store(const Sums<kRows, kVectors>& sums, const Place& place) {
  const bool is_float = place.output.type == ElementType::f32;
  if (place.output.transposed)
    return is_float ? store_float_columns<kRows, kVectors>(sums, place)
                    : store_bfloat_columns<kType, kRows, kVectors>(sums, place);
  if (!is_float) return store_rows<kType, Stored::bfloats, kRows, kVectors>(sums, place);
  if (place.output.adds)
    return store_rows<kType, Stored::added_floats, kRows, kVectors>(sums, place);
  store_rows<kType, Stored::floats, kRows, kVectors>(sums, place);
}

/// Adds the bias of C's columns, or of its rows where those lie one behind the other.
template <ElementType kType, bool kRounds, int kRows, int kVectors>
HWY_INLINE void add_bias(Sums<kRows, kVectors>& sums, const Place& place) {
  const bool transposed = place.output.transposed;
  const float* bias = place.output.bias + (transposed ? place.row : place.column);
  unrolled<kVectors>([&](auto j) {
    const __m512 columns = transposed
                               ? _mm512_setzero_ps()
                               : _mm512_maskz_loadu_ps(place.mask<kVectors>(j), bias + j * kLanes);
    unrolled<kRows>([&](auto i) {
      const __m512 sum =
          kRounds ? _mm512_castsi512_ps(_mm512_slli_epi32(to_halves<kType>(sums[i][j]), 16))
                  : sums[i][j];
      sums[i][j] = _mm512_add_ps(sum, transposed ? _mm512_set1_ps(bias[i]) : columns);
    });
  });
}

/// Stores that miss would stall: they are sent for before the sums are made, unless those are of so
/// few units that this would be no earlier.
constexpr int64_t kFewUnits = 64;
template <int kRows, int kVectors>
HWY_INLINE void prefetch(const Place& place) {
  const auto element = static_cast<int64_t>(ir::byte_size(place.output.type));
  for (int i = 0; i < kRows; i++) {
    const std::byte* start = element_at(place.output.data, place.output.type,
                                        (place.row + i) * place.output.row + place.column);
    for (int64_t byte = 0; byte < kVectors * kLanes * element; byte += kCacheLine)
      __builtin_prefetch(start + byte, 1);
  }
}

/// kRows rows of C and kVectors vectors of its columns, held in registers over kTerms units.
template <ElementType kType, int kRows, int kVectors>
HWY_FLATTEN void multiply_panel(int64_t units, const LeftRows& rows, const float* right,
                                const Place& at) {
  const Place place = at;  // which no store changes
  const std::byte* left = rows.data;
  const int64_t left_row = rows.row, left_unit = rows.unit;
  Sums<kRows, kVectors> sums;
  float totals[kRows][kVectors * kLanes];
  if (!place.output.transposed && units > kFewUnits) prefetch<kRows, kVectors>(place);
  const int64_t terms = divide_up(units, divide_up(units, kTerms));
  for (int64_t start = 0; start < units; start += terms) {
    unrolled<kRows>([&](auto i) {
      unrolled<kVectors>([&](auto j) {
        if (start > 0) _mm512_storeu_ps(totals[i] + j * kLanes, sums[i][j]);
        sums[i][j] = _mm512_setzero_ps();
      });
    });
    for (int64_t unit = start; unit < std::min(start + terms, units); unit++) {
      __m512 columns[kVectors];
      unrolled<kVectors>([&](auto j) { columns[j] = _mm512_loadu_ps(right + j * kLanes); });
      unrolled<kRows>([&](auto i) {
        const __m512 value = broadcast_unit(left + i * left_row);
        unrolled<kVectors>(
            [&](auto j) { sums[i][j] = multiply_add<kType>(value, columns[j], sums[i][j]); });
      });
      left += left_unit;
      right += kRightLines;
    }
    if (start == 0) continue;
    unrolled<kRows>([&](auto i) {
      unrolled<kVectors>([&](auto j) {
        sums[i][j] = _mm512_add_ps(_mm512_loadu_ps(totals[i] + j * kLanes), sums[i][j]);
      });
    });
  }
  if (place.output.bias) {
    if (place.output.type == ElementType::f32)
      add_bias<kType, false, kRows, kVectors>(sums, place);
    else
      add_bias<kType, true, kRows, kVectors>(sums, place);
  }
  store<kType, kRows, kVectors>(sums, place);
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
      multiply_panel<kType, kRows, kVectors>(units, rows_from(row), right,
                                             {output, row, column, last_mask});
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

void multiply_lines(ElementType, int64_t, const Left&, const float*, const Output&, int64_t,
                    int64_t, int64_t, int64_t) {
  throw InternalError("this CPU has no AVX-512");
}

#endif

}  // namespace tutti::kernel
