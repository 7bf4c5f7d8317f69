// SPDX-License-Identifier: Apache-2.0
// Transcendental functions of one float32 without branches, so that a loop over them becomes
// vectors; each is within 2 units in the last place. Of float64, the standard library's.

#if defined(TUTTI_KERNEL_ELEMENTWISE_MATH_INL_H) == defined(HWY_TARGET_TOGGLE)
#ifdef TUTTI_KERNEL_ELEMENTWISE_MATH_INL_H
#undef TUTTI_KERNEL_ELEMENTWISE_MATH_INL_H
#else
#define TUTTI_KERNEL_ELEMENTWISE_MATH_INL_H
#endif

#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>

#include "hwy/highway.h"

HWY_BEFORE_NAMESPACE();
namespace tutti::kernel::HWY_NAMESPACE {

/// 2^n for n in [-126, 127].
HWY_INLINE float power_of_two(int32_t n) {
  return std::bit_cast<float>(static_cast<uint32_t>(n + 127) << 23);
}

/// e^x = 2^n (1 + fraction) with |n| <= 150.
struct ExponentialParts {
  int32_t n;
  float fraction;
};

HWY_INLINE ExponentialParts exponential_parts(float x) {
  constexpr float kInverseLog2 = 1.44269504f;
  constexpr float kLog2High = 0.693359375f, kLog2Low = -2.12194440e-4f;  // their sum is log(2)
  constexpr float kRounder = 12582912;  // 1.5 * 2^23: adding it leaves an integer in the low bits
  const float low = x < -104.0f ? -104.0f : x;
  const float inside = low > 89.0f ? 89.0f : low;
  const float shifted = inside * kInverseLog2 + kRounder;
  const float n = shifted - kRounder;
  const float r = (inside - n * kLog2High) - n * kLog2Low;  // |r| <= log(2) / 2
  // The Taylor series of e^r - 1 to r^7: the first term left out is below 6e-9.
  float series = 1.0f / 5040;
  series = series * r + 1.0f / 720;
  series = series * r + 1.0f / 120;
  series = series * r + 1.0f / 24;
  series = series * r + 1.0f / 6;
  series = series * r + 0.5f;
  const auto exponent =
      static_cast<int32_t>(std::bit_cast<uint32_t>(shifted) - std::bit_cast<uint32_t>(kRounder));
  return {exponent, series * (r * r) + r};
}

HWY_INLINE float exponential(float x) {
  const ExponentialParts parts = exponential_parts(x);
  // In two steps, since neither 2^128 nor 2^-140 is a normal number.
  const int32_t half = parts.n >> 1;
  return (parts.fraction + 1) * power_of_two(half) * power_of_two(parts.n - half);
}

HWY_INLINE float exponential_minus_one(float x) {
  const ExponentialParts parts = exponential_parts(x);
  const int32_t bounded = parts.n < -126 ? -126 : parts.n;
  const int32_t half = bounded >> 1;
  const float low = power_of_two(half), high = power_of_two(bounded - half);
  // 2^n (1 + fraction) - 1 without the loss that the sum in brackets would bring near zero.
  const float near = parts.fraction * low * high + (low * high - 1);
  const float far = (parts.fraction + 1) * low * high;  // does not overflow early
  return std::copysign(parts.n > 64 ? far : near, x);
}

HWY_INLINE float logarithm(float x) {
  constexpr float kLog2High = 0.693359375f, kLog2Low = -2.12194440e-4f;
  constexpr float kSmallestNormal = std::numeric_limits<float>::min();
  constexpr uint32_t kRootHalf = 0x3F3504F3;  // sqrt(1/2)
  const bool small = x < kSmallestNormal;
  const float scaled = small ? x * 8388608.0f : x;
  // x = 2^n m with m in [sqrt(1/2), sqrt(2))
  const uint32_t bits = std::bit_cast<uint32_t>(scaled) + (0x3F800000u - kRootHalf);
  const auto n = static_cast<float>(static_cast<int32_t>(bits >> 23) - 127 - (small ? 23 : 0));
  const float m = std::bit_cast<float>((bits & 0x007FFFFFu) + kRootHalf);
  // log(1 + f) = 2 atanh(s), s = f / (2 + f), as f - f^2 / 2 + s (f^2 / 2 + 2 s^2 (1/3 + ...))
  const float f = m - 1, s = f / (f + 2), z = s * s, half_square = 0.5f * f * f;
  const float series = z * (2.0f / 3 + z * (2.0f / 5 + z * (2.0f / 7 + z * (2.0f / 9))));
  const float low = s * (half_square + series) + n * kLog2Low;
  const float value = ((low - half_square) + f) + n * kLog2High;
  const float limit =
      x == 0 ? -std::numeric_limits<float>::infinity() : std::numeric_limits<float>::quiet_NaN();
  const float positive = x > std::numeric_limits<float>::max() ? x : value;
  return x > 0 ? positive : limit;
}

struct Exponential {
  static float of(float x) { return exponential(x); }
  static double of(double x) { return std::exp(x); }
};
struct ExponentialMinusOne {
  static float of(float x) { return exponential_minus_one(x); }
  static double of(double x) { return std::expm1(x); }
};
struct Logarithm {
  static float of(float x) { return logarithm(x); }
  static double of(double x) { return std::log(x); }
};
struct Logistic {
  static float of(float x) {
    const float e = exponential(-std::fabs(x));
    return (x < 0 ? e : 1.0f) / (1 + e);
  }
  static double of(double x) { return 1 / (1 + std::exp(-x)); }
};
struct Tanh {
  // (e^2x - 1) / (e^2x + 1), of |x|; 1 from 10 on
  static float of(float x) {
    const float a = std::fabs(x), bounded = a > 10.0f ? 10.0f : a;
    const float e = exponential_minus_one(2 * bounded);
    return std::copysign(e / (e + 2), x);
  }
  static double of(double x) { return std::tanh(x); }
};

}  // namespace tutti::kernel::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
