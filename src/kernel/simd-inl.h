// SPDX-License-Identifier: Apache-2.0
// Loads, stores, loops, sums and exp on vectors of float32. Compiled once per instruction set.

#if defined(TUTTI_KERNEL_SIMD_INL_H) == defined(HWY_TARGET_TOGGLE)
#ifdef TUTTI_KERNEL_SIMD_INL_H
#undef TUTTI_KERNEL_SIMD_INL_H
#else
#define TUTTI_KERNEL_SIMD_INL_H
#endif

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <limits>
#include <type_traits>

#include "hwy/highway.h"
#include "kernel/cpu_features.h"
#include "kernel/simd.h"

HWY_BEFORE_NAMESPACE();
namespace tutti::kernel::HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

/// The tag and the vector of as many float32 lanes as the machine has.
using Floats = hn::ScalableTag<float>;
using FloatVector = hn::Vec<Floats>;

/// How much of a vector a load or store touches: all lanes, or the first `count` at a row's end.
struct Whole {};
struct Part {
  int64_t count;
};

HWY_INLINE FloatVector load(Floats d, const float* from, Whole) {
  return hn::LoadU(d, from);
}

HWY_INLINE FloatVector load(Floats d, const Bfloat16* from, Whole) {
  const hn::Rebind<uint16_t, Floats> d16;
  const hn::RebindToUnsigned<Floats> d32;
  const auto bits = hn::LoadU(d16, reinterpret_cast<const uint16_t*>(from));
  return hn::BitCast(d, hn::ShiftLeft<16>(hn::PromoteTo(d32, bits)));
}

/// Lanes from `part.count` on are zero.
template <class Element>
HWY_INLINE FloatVector load(Floats d, const Element* from, Part part) {
  Element buffer[hn::MaxLanes(Floats())] = {};
  std::memcpy(buffer, from, static_cast<size_t>(part.count) * sizeof(Element));
  return load(d, buffer, Whole{});
}

HWY_INLINE void store(Floats d, FloatVector value, float* to, Whole) {
  hn::StoreU(value, d, to);
}

HWY_INLINE void store_by_integers(FloatVector value, Bfloat16* to) {
  const hn::Rebind<uint16_t, Floats> d16;
  const hn::RebindToUnsigned<Floats> d32;
  const auto bits = hn::BitCast(d32, value);
  const auto odd = hn::And(hn::ShiftRight<16>(bits), hn::Set(d32, 1));
  const auto rounded = hn::Add(bits, hn::Add(odd, hn::Set(d32, 0x7FFF)));
  const auto quiet = hn::Or(bits, hn::Set(d32, 0x400000));
  const auto is_nan = hn::RebindMask(d32, hn::IsNaN(value));
  const auto high = hn::ShiftRight<16>(hn::IfThenElse(is_nan, quiet, rounded));
  hn::StoreU(hn::TruncateTo(d16, high), d16, reinterpret_cast<uint16_t*>(to));
}

#if HWY_TARGET == HWY_AVX3
HWY_NOINLINE inline void store_denormals(FloatVector value, Bfloat16* to) {
  store_by_integers(value, to);
}

/// By the instruction that Highway 1.0 lacks. It takes denormal numbers for zero, which are rare.
HWY_INLINE void store_by_instruction(FloatVector value, Bfloat16* to) {
  constexpr int kDenormal = 0x20;
  if (HWY_UNLIKELY(_mm512_fpclass_ps_mask(value.raw, kDenormal) != 0))
    return store_denormals(value, to);
  __m256i rounded;
  asm("vcvtneps2bf16 %1, %0" : "=v"(rounded) : "v"(value.raw));
  _mm256_storeu_si256(reinterpret_cast<__m256i*>(to), rounded);
}
#endif

/// Rounds to nearest even; NaN stays NaN.
HWY_INLINE void store(Floats, FloatVector value, Bfloat16* to, Whole) {
#if HWY_TARGET == HWY_AVX3
  if (has_avx512_bf16()) return store_by_instruction(value, to);
#endif
  store_by_integers(value, to);
}

template <class Element>
HWY_INLINE void store(Floats d, FloatVector value, Element* to, Part part) {
  Element buffer[hn::MaxLanes(Floats())];
  store(d, value, buffer, Whole{});
  std::memcpy(to, buffer, static_cast<size_t>(part.count) * sizeof(Element));
}

/// The lanes that `Whole` or `Part` touches keep their value, the others become zero.
HWY_INLINE FloatVector cut(Floats, FloatVector value, Whole) {
  return value;
}
HWY_INLINE FloatVector cut(Floats d, FloatVector value, Part part) {
  return hn::IfThenElseZero(hn::FirstN(d, static_cast<size_t>(part.count)), value);
}

/// Calls body(i, Whole or Part) for each vector of `count` elements.
template <class Body>
HWY_INLINE void each_vector(Floats d, int64_t count, const Body& body) {
  const auto lanes = static_cast<int64_t>(hn::Lanes(d));
  int64_t i = 0;
  for (; i + lanes <= count; i += lanes) body(i, Whole{});
  if (i < count) body(i, Part{count - i});
}

/// The sum over `count` elements of the vectors that term(i, Whole or Part) gives. Four sums run
/// side by side, because one alone would wait for each addition.
template <class Term>
HWY_INLINE float sum_of(Floats d, int64_t count, const Term& term) {
  const auto lanes = static_cast<int64_t>(hn::Lanes(d));
  FloatVector sum0 = hn::Zero(d), sum1 = hn::Zero(d), sum2 = hn::Zero(d), sum3 = hn::Zero(d);
  int64_t i = 0;
  for (; i + 4 * lanes <= count; i += 4 * lanes) {
    sum0 = hn::Add(sum0, term(i, Whole{}));
    sum1 = hn::Add(sum1, term(i + lanes, Whole{}));
    sum2 = hn::Add(sum2, term(i + 2 * lanes, Whole{}));
    sum3 = hn::Add(sum3, term(i + 3 * lanes, Whole{}));
  }
  for (; i + lanes <= count; i += lanes) sum0 = hn::Add(sum0, term(i, Whole{}));
  if (i < count) sum1 = hn::Add(sum1, cut(d, term(i, Part{count - i}), Part{count - i}));
  return hn::GetLane(hn::SumOfLanes(d, hn::Add(hn::Add(sum0, sum1), hn::Add(sum2, sum3))));
}

/// to[i] += value, for sums over rows.
template <class Extent>
HWY_INLINE void add_to(Floats d, float* to, FloatVector value, Extent extent) {
  store(d, hn::Add(load(d, to, extent), value), to, extent);
}

/// The largest of `count` elements; -infinity for none. NaN may be passed over.
template <class Element>
HWY_INLINE float largest_of(Floats d, const Element* from, int64_t count) {
  const auto lanes = static_cast<int64_t>(hn::Lanes(d));
  FloatVector largest = hn::Set(d, -std::numeric_limits<float>::infinity());
  int64_t i = 0;
  for (; i + lanes <= count; i += lanes) largest = hn::Max(largest, load(d, from + i, Whole{}));
  if (i < count) {
    const Part part{count - i};
    const auto inside = hn::FirstN(d, static_cast<size_t>(part.count));
    largest = hn::IfThenElse(inside, hn::Max(largest, load(d, from + i, part)), largest);
  }
  return hn::GetLane(hn::MaxOfLanes(d, largest));
}

/// x, or the bound that it exceeds; NaN stays NaN.
HWY_INLINE FloatVector bounded(FloatVector x, FloatVector low, FloatVector high) {
  const FloatVector above = hn::IfThenElse(hn::Lt(x, low), low, x);
  return hn::IfThenElse(hn::Gt(above, high), high, above);
}

/// A polynomial of x, its coefficients from the highest power down: Horner's scheme in x^2 for the
/// even and the odd powers together, which waits half as long for what was computed just before.
HWY_INLINE FloatVector next_powers(Floats, FloatVector sum, FloatVector, FloatVector) {
  return sum;
}
template <class... Coefficients>
HWY_INLINE FloatVector next_powers(Floats d, FloatVector sum, FloatVector x, FloatVector square,
                                   float odd, float even, Coefficients... others) {
  const FloatVector pair = hn::MulAdd(hn::Set(d, odd), x, hn::Set(d, even));
  return next_powers(d, hn::MulAdd(sum, square, pair), x, square, others...);
}
template <class... Coefficients>
HWY_INLINE FloatVector polynomial(Floats d, FloatVector x, float first, float second,
                                  Coefficients... others) {
  const FloatVector square = hn::Mul(x, x);
  if constexpr (sizeof...(others) % 2 == 0)
    return next_powers(d, hn::MulAdd(hn::Set(d, first), x, hn::Set(d, second)), x, square,
                       others...);
  else
    return next_powers(d, hn::Set(d, first), x, square, second, others...);
}

/// Whether a result is rounded to bf16, so that an approximation within 5e-6 of it, a
/// four-hundredth of that rounding, will do.
template <class Rounded>
inline constexpr bool kIsCoarse = std::is_same_v<Rounded, Bfloat16>;

/// e^x within 1e-7 of itself, or 5e-6. Results below 2^-126.5 are zero, those above 2^127.5
/// infinity; NaN stays NaN.
template <class Rounded = float>
HWY_INLINE FloatVector exponential(Floats d, FloatVector x) {
  const hn::RebindToSigned<Floats> d_int;
  // NaN passes because the constant is the first operand.
  const FloatVector inside = hn::Min(hn::Set(d, 88.8f), hn::Max(hn::Set(d, -87.9f), x));
  // x = n log(2) + r with |r| <= log(2) / 2. Floats near 1.5 * 2^23 are a unit apart, so that the
  // sum is n rounded, and its last bits are the exponent of 2^n.
  const FloatVector shift = hn::Set(d, 12582912.0f + 127);
  const FloatVector sum = hn::MulAdd(inside, hn::Set(d, 1.44269504f), shift);
  const FloatVector n = hn::Sub(sum, shift);
  const FloatVector power = hn::BitCast(d, hn::ShiftLeft<23>(hn::BitCast(d_int, sum)));
  // The polynomials are minimax over those r of the relative error: below 3e-6 and 4e-9.
  if constexpr (kIsCoarse<Rounded>) {
    const FloatVector r = hn::NegMulAdd(n, hn::Set(d, 0.693147182f), inside);
    return hn::Mul(polynomial(d, r, 0.0415146239f, 0.167877659f, 0.5000301f, 0.999966562f, 1.0f),
                   power);
  }
  // log(2) is split in two so that n log(2) is exact.
  FloatVector r = hn::NegMulAdd(n, hn::Set(d, 0.693359375f), inside);
  r = hn::NegMulAdd(n, hn::Set(d, -2.12194440e-4f), r);
  return hn::Mul(
      polynomial(d, r, 1.381459878757596e-3f, 8.368716575205326e-3f, 4.166838899254799e-2f,
                 0.1666652113199234f, 0.4999999403953552f, 1.0f, 1.0f),
      power);
}

}  // namespace tutti::kernel::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
