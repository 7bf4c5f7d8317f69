// SPDX-License-Identifier: Apache-2.0
#include "kernel/avx2_product.h"

#include <algorithm>
#include <type_traits>
#include <utility>

#include "base/error.h"
#include "kernel/cpu_features.h"
#include "kernel/simd.h"
//
#include "hwy/highway.h"

#if HWY_ARCH_X86_64
#include <immintrin.h>
#endif

namespace tutti::kernel {

using ir::ElementType;

#if HWY_ARCH_X86_64

HWY_PUSH_ATTRIBUTES("avx2,fma")
namespace {

// A sum over k is cut into sums of this many terms, each in the order of k, which are then added
// up: rounding errors grow with the number of terms in a sum.
constexpr int64_t kTerms = 256;

constexpr int64_t kLanes = 8;

// The columns of a packed panel of B, whose kTerms rows stay in the first-level cache.
constexpr int64_t kPanel = 2 * kLanes;

// With more rows, a product that packs B is faster.
constexpr int64_t kFewRows = 8;

// Calls body(std::integral_constant) for 0 to kCount - 1: GCC 12 keeps an array that constants
// index in registers, and one that a loop indexes in memory.
template <int kCount, class Body>
HWY_INLINE void unrolled(const Body& body) {
  const auto calls = [&]<int... kIndex>(std::integer_sequence<int, kIndex...>) HWY_ATTR {
    (body(std::integral_constant<int, kIndex>()), ...);
  };
  calls(std::make_integer_sequence<int, kCount>());
}

HWY_INLINE float value_of(float element) {
  return element;
}
HWY_INLINE float value_of(Bfloat16 element) {
  return to_float(element);
}

HWY_INLINE __m256 load(const float* from) {
  return _mm256_loadu_ps(from);
}
HWY_INLINE __m256 load(const Bfloat16* from) {
  const __m128i halves = _mm_loadu_si128(reinterpret_cast<const __m128i*>(from));
  return _mm256_castsi256_ps(_mm256_slli_epi32(_mm256_cvtepu16_epi32(halves), 16));
}

// The elements along k that 16 bytes of a line have.
template <class Element>
constexpr int64_t kLoaded = 16 / static_cast<int64_t>(sizeof(Element));

template <class Element>
HWY_INLINE __m256i load_pair(const Element* low, const Element* high) {
  const auto* first = reinterpret_cast<const __m128i*>(low);
  const auto* second = reinterpret_cast<const __m128i*>(high);
  return _mm256_inserti128_si256(_mm256_castsi128_si256(_mm_loadu_si128(first)),
                                 _mm_loadu_si128(second), 1);
}

// Calls take(i, values) for each element i along k that 16 bytes of eight lines have; the lanes of
// `values` are the lines.
template <class Element, class Take>
HWY_INLINE void for_loaded(const Element* lines, int64_t stride, const Take& take) {
  const __m256i line0 = load_pair(lines, lines + 4 * stride);
  const __m256i line1 = load_pair(lines + stride, lines + 5 * stride);
  const __m256i line2 = load_pair(lines + 2 * stride, lines + 6 * stride);
  const __m256i line3 = load_pair(lines + 3 * stride, lines + 7 * stride);
  const __m256i low01 = _mm256_unpacklo_epi32(line0, line1);
  const __m256i low23 = _mm256_unpacklo_epi32(line2, line3);
  const __m256i high01 = _mm256_unpackhi_epi32(line0, line1);
  const __m256i high23 = _mm256_unpackhi_epi32(line2, line3);
  const __m256i units[] = {_mm256_unpacklo_epi64(low01, low23), _mm256_unpackhi_epi64(low01, low23),
                           _mm256_unpacklo_epi64(high01, high23),
                           _mm256_unpackhi_epi64(high01, high23)};
  unrolled<4>([&](auto i) HWY_ATTR {
    if constexpr (sizeof(Element) == sizeof(float)) {
      take(i, _mm256_castsi256_ps(units[i]));
    } else {  // two bf16, which are the upper halves of float32
      const __m256i upper = _mm256_set1_epi32(static_cast<int>(0xFFFF0000));
      take(2 * i, _mm256_castsi256_ps(_mm256_slli_epi32(units[i], 16)));
      take(2 * i + 1, _mm256_castsi256_ps(_mm256_and_si256(units[i], upper)));
    }
  });
}

// One element along k of at most eight lines; the other lanes are zero.
template <class Element>
__m256 gathered(const Element* lines, int64_t stride, int64_t count) {
  alignas(32) float values[kLanes] = {};
  for (int64_t line = 0; line < count; line++) values[line] = value_of(lines[line * stride]);
  return _mm256_load_ps(values);
}

// Calls take(vector, k, values) for `terms` elements along k of kVectors vectors of lines; `count`
// lines, fewer than eight only of a single vector.
template <int kVectors, class Element, class Take>
HWY_INLINE void for_terms(const Element* lines, int64_t stride, int64_t count, int64_t terms,
                          const Take& take) {
  int64_t k = 0;
  for (; count >= kLanes && k + kLoaded<Element> <= terms; k += kLoaded<Element>)
    unrolled<kVectors>([&](auto vector) HWY_ATTR {
      for_loaded(lines + vector * kLanes * stride + k, stride,
                 [&](int64_t i, __m256 values) HWY_ATTR { take(vector, k + i, values); });
    });
  for (; k < terms; k++)
    unrolled<kVectors>([&](auto vector) HWY_ATTR {
      take(vector, k,
           gathered(lines + vector * kLanes * stride + k, stride, std::min(count, kLanes)));
    });
}

HWY_INLINE void store(__m256 sum, int64_t count, bool adds, float* to) {
  if (count >= kLanes)
    return _mm256_storeu_ps(to, adds ? _mm256_add_ps(_mm256_loadu_ps(to), sum) : sum);
  alignas(32) float values[kLanes];
  _mm256_store_ps(values, sum);
  for (int64_t i = 0; i < count; i++) to[i] = adds ? to[i] + values[i] : values[i];
}

// Computes kRows rows of C and kVectors vectors of its columns, of lines of B that are read where
// they are; `count` lines, fewer than eight only of a single vector.
template <int kRows, int kVectors, class Element>
HWY_INLINE void multiply_lines(const TileProblem& problem, const float* a, const Element* b,
                               float* c, int64_t count) {
  const TileProblem p = problem;  // a copy that no store changes
  for (int64_t start = 0; start < p.k; start += kTerms, a += kTerms, b += kTerms) {
    const int64_t terms = std::min(kTerms, p.k - start);
    __m256 sums[kRows][kVectors] = {};
    for_terms<kVectors>(
        b, p.row_stride_b, count, terms, [&](auto vector, int64_t k, __m256 values) HWY_ATTR {
          unrolled<kRows>([&](auto row) HWY_ATTR {
            sums[row][vector] = _mm256_fmadd_ps(_mm256_broadcast_ss(a + row * p.row_stride_a + k),
                                                values, sums[row][vector]);
          });
        });
    unrolled<kRows>([&](auto row) HWY_ATTR {
      unrolled<kVectors>([&](auto vector) HWY_ATTR {
        store(sums[row][vector], count, p.adds || start > 0,
              c + row * p.row_stride_c + vector * kLanes);
      });
    });
  }
}

// Sums that do not wait for one another hide the time that an addition takes: four at least.
template <int kRows, class Element>
void multiply_few(const TileProblem& p, const float* a, const Element* b, float* c) {
  constexpr int kVectors = 4 / kRows;
  int64_t line = 0;
  for (; line + kVectors * kLanes <= p.n; line += kVectors * kLanes)
    multiply_lines<kRows, kVectors>(p, a, b + line * p.row_stride_b, c + line, kLanes);
  for (; line < p.n; line += kLanes)
    multiply_lines<kRows, 1>(p, a, b + line * p.row_stride_b, c + line,
                             std::min(kLanes, p.n - line));
}

// Packs `terms` rows of at most kPanel columns of op(B): [terms, kPanel], filled up with zeros.
template <class Element>
void pack(const TileProblem& p, const Element* b, int64_t columns, int64_t terms, float* panel) {
  for (int64_t column = 0; column < kPanel; column += kLanes)
    if (!p.transpose_b)
      for (int64_t k = 0; k < terms; k++) {
        const Element* from = b + k * p.row_stride_b + column;
        const __m256 values =
            columns - column >= kLanes ? load(from) : gathered(from, 1, columns - column);
        _mm256_store_ps(panel + k * kPanel + column, values);
      }
    else
      for_terms<1>(b + column * p.row_stride_b, p.row_stride_b, columns - column, terms,
                   [&](auto, int64_t k, __m256 values)
                       HWY_ATTR { _mm256_store_ps(panel + k * kPanel + column, values); });
}

// Computes kRows rows of C and at most kPanel of its columns, over `terms` elements along k.
template <int kRows>
HWY_FLATTEN void multiply_panel(const TileProblem& p, const float* a, const float* panel,
                                int64_t terms, int64_t columns, bool adds, float* c) {
  const int64_t step_row = p.transpose_a ? 1 : p.row_stride_a, stride_c = p.row_stride_c;
  const int64_t step_k = p.transpose_a ? p.row_stride_a : 1;
  __m256 sums[kRows][2] = {};
  for (int64_t k = 0; k < terms; k++, panel += kPanel) {
    const __m256 low = _mm256_load_ps(panel), high = _mm256_load_ps(panel + kLanes);
    unrolled<kRows>([&](auto row) HWY_ATTR {
      const __m256 value = _mm256_broadcast_ss(a + row * step_row + k * step_k);
      sums[row][0] = _mm256_fmadd_ps(value, low, sums[row][0]);
      sums[row][1] = _mm256_fmadd_ps(value, high, sums[row][1]);
    });
  }
  unrolled<kRows>([&](auto row) HWY_ATTR {
    store(sums[row][0], columns, adds, c + row * stride_c);
    if (columns > kLanes) store(sums[row][1], columns - kLanes, adds, c + row * stride_c + kLanes);
  });
}

// Calls body.operator()<kRows>(row) for blocks of at most kMost rows.
template <int kMost, class Body>
HWY_INLINE void for_blocks_of_rows(int64_t rows, const Body& body) {
  int64_t row = 0;
  const auto blocks = [&]<int kRows>() HWY_ATTR {
    for (; row + kRows <= rows; row += kRows) body.template operator()<kRows>(row);
  };
  blocks.template operator()<kMost>();
  if constexpr (kMost > 4) blocks.template operator()<4>();
  blocks.template operator()<2>();
  blocks.template operator()<1>();
}

template <class Element>
void multiply_packed(const TileProblem& p, const float* a, const Element* b, float* c) {
  alignas(64) float panel[kTerms * kPanel];
  const int64_t step_row = p.transpose_a ? 1 : p.row_stride_a;
  const int64_t step_a = p.transpose_a ? p.row_stride_a : 1;
  const int64_t step_b = p.transpose_b ? 1 : p.row_stride_b;
  const int64_t step_column = p.transpose_b ? p.row_stride_b : 1;
  for (int64_t k = 0; k < p.k; k += kTerms)
    for (int64_t column = 0; column < p.n; column += kPanel) {
      const int64_t terms = std::min(kTerms, p.k - k), columns = std::min(kPanel, p.n - column);
      pack(p, b + k * step_b + column * step_column, columns, terms, panel);
      for_blocks_of_rows<6>(p.m, [&]<int kRows>(int64_t row) HWY_ATTR {
        multiply_panel<kRows>(p, a + row * step_row + k * step_a, panel, terms, columns,
                              p.adds || k > 0, c + row * p.row_stride_c + column);
      });
    }
}

template <class Element>
void multiply(const TileProblem& p, const float* a, const Element* b, float* c) {
  if (p.m > kFewRows || p.transpose_a || !p.transpose_b) return multiply_packed(p, a, b, c);
  for_blocks_of_rows<4>(p.m, [&]<int kRows>(int64_t row) HWY_ATTR {
    multiply_few<kRows>(p, a + row * p.row_stride_a, b, c + row * p.row_stride_c);
  });
}

}  // namespace
HWY_POP_ATTRIBUTES

bool has_avx2_product() {
  return cpu_features.avx2;
}

void multiply_avx2(const TileProblem& problem, const float* a, ElementType type_of_b, const void* b,
                   float* c) {
  check_activation_type(type_of_b);
  if (type_of_b == ElementType::f32)
    multiply(problem, a, static_cast<const float*>(b), c);
  else
    multiply(problem, a, static_cast<const Bfloat16*>(b), c);
}

#else

bool has_avx2_product() {
  return false;
}

void multiply_avx2(const TileProblem&, const float*, ElementType, const void*, float*) {
  throw InternalError("this CPU has no AVX2");
}

#endif

}  // namespace tutti::kernel
