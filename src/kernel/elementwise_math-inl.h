// SPDX-License-Identifier: Apache-2.0
// Transcendental functions. On vectors of float32 their error is at most 3 units in the last place
// over the whole range; on float64 they are the standard library's.

#if defined(TUTTI_KERNEL_ELEMENTWISE_MATH_INL_H) == defined(HWY_TARGET_TOGGLE)
#ifdef TUTTI_KERNEL_ELEMENTWISE_MATH_INL_H
#undef TUTTI_KERNEL_ELEMENTWISE_MATH_INL_H
#else
#define TUTTI_KERNEL_ELEMENTWISE_MATH_INL_H
#endif

#include <cmath>
#include <cstdint>
#include <limits>

#include "hwy/highway.h"
#include "kernel/simd-inl.h"

HWY_BEFORE_NAMESPACE();
namespace tutti::kernel::HWY_NAMESPACE {

using Integers = hn::RebindToSigned<Floats>;
using IntegerVector = hn::Vec<Integers>;

constexpr float kLog2High = 0.693359375f, kLog2Low = -2.12194440e-4f;  // their sum is log(2)

/// 2^n for n in [-126, 127].
HWY_INLINE FloatVector power_of_two(Floats d, IntegerVector n) {
  return hn::BitCast(d, hn::ShiftLeft<23>(hn::Add(n, hn::Set(Integers(), 127))));
}

/// x 2^n for whole n in [-150, 128], rounded once.
HWY_INLINE FloatVector scaled(Floats d, FloatVector x, FloatVector n) {
#if HWY_TARGET == HWY_AVX3
  (void)d;
  return FloatVector{_mm512_scalef_ps(x.raw, n.raw)};
#else
  // In two steps, since neither 2^128 nor 2^-140 is a normal number.
  const IntegerVector whole = hn::NearestInt(n), half = hn::ShiftRight<1>(whole);
  return hn::Mul(hn::Mul(x, power_of_two(d, half)), power_of_two(d, hn::Sub(whole, half)));
#endif
}

/// e^x = 2^n (1 + fraction) with whole n in [-150, 128]; the fraction of NaN is NaN.
struct ExponentialParts {
  FloatVector n, fraction;
};

HWY_INLINE ExponentialParts exponential_parts(Floats d, FloatVector x) {
  const FloatVector inside = bounded(x, hn::Set(d, -104.0f), hn::Set(d, 89.0f));
  const FloatVector n = hn::Round(hn::Mul(inside, hn::Set(d, 1.44269504f)));
  FloatVector r = hn::NegMulAdd(n, hn::Set(d, kLog2High), inside);
  r = hn::NegMulAdd(n, hn::Set(d, kLog2Low), r);  // |r| <= log(2) / 2
  // The Taylor series of e^r - 1 to r^7: the first term left out is below 6e-9.
  const FloatVector series =
      polynomial(d, r, 1.0f / 5040, 1.0f / 720, 1.0f / 120, 1.0f / 24, 1.0f / 6, 0.5f);
  return {n, hn::MulAdd(series, hn::Mul(r, r), r)};
}

HWY_INLINE FloatVector full_exponential(Floats d, FloatVector x) {
  const ExponentialParts parts = exponential_parts(d, x);
  // Below -104 the power rounds to zero. It is not left to the scaling: a result below the normal
  // numbers takes a processor as long as fifty others, and masked scores have many of them.
  const auto vanishes = hn::Lt(x, hn::Set(d, -104.0f));
  const FloatVector n = hn::IfThenZeroElse(vanishes, parts.n);
  const FloatVector power = scaled(d, hn::Add(parts.fraction, hn::Set(d, 1.0f)), n);
  return hn::IfThenZeroElse(vanishes, power);
}

HWY_INLINE FloatVector exponential_minus_one(Floats d, FloatVector x) {
  const ExponentialParts parts = exponential_parts(d, x);
  const FloatVector one = hn::Set(d, 1.0f);
  const FloatVector n = hn::Max(parts.n, hn::Set(d, -126.0f));
  // 2^n (1 + fraction) - 1 without the loss that the sum in brackets would bring near zero.
  const FloatVector scale = scaled(d, one, n);
  const FloatVector near_zero = hn::MulAdd(parts.fraction, scale, hn::Sub(scale, one));
  // Beyond 2^64 the one is lost, and the scale may overflow before its product does.
  const FloatVector far = scaled(d, hn::Add(parts.fraction, one), n);
  const auto is_far = hn::Gt(parts.n, hn::Set(d, 64.0f));
  return hn::CopySign(hn::IfThenElse(is_far, far, near_zero), x);
}

/// log(x) + more, where that is small beside x.
HWY_INLINE FloatVector logarithm(Floats d, FloatVector x, FloatVector more) {
  const Integers d_int;
  const auto constant = [](float value) HWY_ATTR { return hn::Set(Floats(), value); };
  const FloatVector zero = hn::Zero(d), one = constant(1);
  const auto small = hn::Lt(x, constant(std::numeric_limits<float>::min()));
  const FloatVector scaled = hn::IfThenElse(small, hn::Mul(x, constant(8388608.0f)), x);  // 2^23
  // x = 2^n m with m in [sqrt(1/2), sqrt(2))
  const IntegerVector root_half = hn::Set(d_int, 0x3F3504F3);
  const IntegerVector bits =
      hn::Add(hn::BitCast(d_int, scaled), hn::Sub(hn::Set(d_int, 0x3F800000), root_half));
  const FloatVector exponent =
      hn::ConvertTo(d, hn::Sub(hn::ShiftRight<23>(bits), hn::Set(d_int, 127)));
  const FloatVector n = hn::Sub(exponent, hn::IfThenElseZero(small, constant(23)));
  const FloatVector m =
      hn::BitCast(d, hn::Add(hn::And(bits, hn::Set(d_int, 0x007FFFFF)), root_half));
  // log(1 + f) = 2 atanh(s), s = f / (2 + f), as f - f^2 / 2 + s (f^2 / 2 + 2 s^2 (1/3 + ...))
  const FloatVector f = hn::Sub(m, one), s = hn::Div(f, hn::Add(f, constant(2)));
  const FloatVector z = hn::Mul(s, s), half_square = hn::Mul(hn::Mul(constant(0.5f), f), f);
  const FloatVector series = hn::Mul(z, polynomial(d, z, 2.0f / 9, 2.0f / 7, 2.0f / 5, 2.0f / 3));
  const FloatVector low =
      hn::MulAdd(s, hn::Add(half_square, series), hn::MulAdd(n, constant(kLog2Low), more));
  const FloatVector value =
      hn::MulAdd(n, constant(kLog2High), hn::Add(hn::Sub(low, half_square), f));
  const auto too_large = hn::Gt(x, constant(std::numeric_limits<float>::max()));
  const FloatVector positive = hn::IfThenElse(too_large, x, value);
  const FloatVector limit =
      hn::IfThenElse(hn::Eq(x, zero), constant(-std::numeric_limits<float>::infinity()),
                     constant(std::numeric_limits<float>::quiet_NaN()));
  return hn::IfThenElse(hn::Gt(x, zero), positive, limit);
}

HWY_INLINE FloatVector logarithm(Floats d, FloatVector x) {
  return logarithm(d, x, hn::Zero(d));
}

HWY_INLINE FloatVector logarithm_plus_one(Floats d, FloatVector x) {
  const FloatVector one = hn::Set(d, 1.0f), sum = hn::Add(x, one);
  // log(1 + x) = log(sum) + log(1 + lost / sum)
  const FloatVector lost = hn::Sub(x, hn::Sub(sum, one));
  return hn::CopySign(logarithm(d, sum, hn::Div(lost, sum)), x);
}

struct Exponential {
  static FloatVector of(Floats d, FloatVector x) { return full_exponential(d, x); }
  static double of(double x) { return std::exp(x); }
};
struct ExponentialMinusOne {
  static FloatVector of(Floats d, FloatVector x) { return exponential_minus_one(d, x); }
  static double of(double x) { return std::expm1(x); }
};
struct Logarithm {
  static FloatVector of(Floats d, FloatVector x) { return logarithm(d, x); }
  static double of(double x) { return std::log(x); }
};
struct LogarithmPlusOne {
  static FloatVector of(Floats d, FloatVector x) { return logarithm_plus_one(d, x); }
  static double of(double x) { return std::log1p(x); }
};
struct Logistic {
  static FloatVector of(Floats d, FloatVector x) {
    const FloatVector one = hn::Set(d, 1.0f);
    const FloatVector e = full_exponential(d, hn::Neg(hn::Abs(x)));
    return hn::Div(hn::IfThenElse(hn::Lt(x, hn::Zero(d)), e, one), hn::Add(e, one));
  }
  static double of(double x) { return 1 / (1 + std::exp(-x)); }
};
struct Tanh {
  // (e^2x - 1) / (e^2x + 1), of |x|; 1 from 10 on
  static FloatVector of(Floats d, FloatVector x) {
    const FloatVector a = bounded(hn::Abs(x), hn::Zero(d), hn::Set(d, 10.0f));
    const FloatVector e = exponential_minus_one(d, hn::Add(a, a));
    return hn::CopySign(hn::Div(e, hn::Add(e, hn::Set(d, 2.0f))), x);
  }
  static double of(double x) { return std::tanh(x); }
};

/// One of the above on a block of float32.
template <class Op>
void vector_block(const void* const* operands, void* result) {
  const Floats d;
  const auto* x = static_cast<const float*>(operands[0]);
  auto* to = static_cast<float*>(result);
  each_vector(d, kBlock, [&](int64_t i, auto extent) HWY_ATTR {
    store(d, Op::of(d, load(d, x + i, extent)), to + i, extent);
  });
}

}  // namespace tutti::kernel::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
