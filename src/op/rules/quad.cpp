// SPDX-License-Identifier: Apache-2.0
#include "op/rules/quad.h"

#include <cmath>

namespace tutti::op {
namespace {

// Sums of doubles, because no literal of this type is portable.
constexpr double kPiParts[] = {3.141592653589793, 1.2246467991473532e-16, -2.9947698097183397e-33};
constexpr double kLogTwoParts[] = {0.6931471805599453, 2.3190468138462996e-17,
                                   5.707708438416212e-34};
// e^x is infinite or 0 beyond it.
constexpr double kLargestExponent = 11300;
// Square roots and logarithms begin with those of double precision.
constexpr double kLargestDouble = 1e300, kSmallestDouble = 1e-300;
constexpr int kPowers = 1000;

Quad sum_of(const double (&parts)[3]) {
  return Quad{parts[0]} + (Quad{parts[1]} + parts[2]);
}

/// e^x - 1 for |x| below log(2), by its series at x / 8 and (1 + e)^2 - 1 = e (2 + e).
Quad small_exponential_minus_one(Quad x) {
  constexpr int kHalvings = 3;
  const Quad r = scaled(x, -kHalvings);
  Quad term = r, sum = r;
  for (int k = 2; k <= 19; k++) {
    term *= r / k;
    sum += term;
  }
  for (int i = 0; i < kHalvings; i++) sum *= 2 + sum;
  return sum;
}

/// Of |x| up to pi / 4.
SineCosine small_sine_cosine(Quad x) {
  SineCosine sums = {0, 0};
  Quad term = 1;  // x^k / k!
  for (int k = 0; k < 34; k++) {
    (k % 2 ? sums.sine : sums.cosine) += k % 4 < 2 ? term : -term;
    term *= x / (k + 1);
  }
  return sums;
}

}  // namespace

Quad quad_pi() {
  return sum_of(kPiParts);
}

Quad scaled(Quad x, int power) {
  for (; power > kPowers; power -= kPowers) x *= std::ldexp(1.0, kPowers);
  for (; power < -kPowers; power += kPowers) x *= std::ldexp(1.0, -kPowers);
  return x * std::ldexp(1.0, power);
}

Quad square_root(Quad x) {
  if (!(x > 0) || !is_finite(x)) return std::sqrt(static_cast<double>(x));
  if (x > kLargestDouble) return scaled(square_root(scaled(x, -kPowers)), kPowers / 2);
  if (x < kSmallestDouble) return scaled(square_root(scaled(x, kPowers)), -kPowers / 2);
  Quad y = std::sqrt(static_cast<double>(x));
  for (int step = 0; step < 2; step++) y = (y + x / y) / 2;
  return y;
}

Quad exponential(Quad x) {
  if (!(magnitude(x) < kLargestExponent)) return std::exp(static_cast<double>(x));
  const Quad log_two = sum_of(kLogTwoParts);
  const double turns = std::nearbyint(static_cast<double>(x / log_two));
  return scaled(1 + small_exponential_minus_one(x - turns * log_two), static_cast<int>(turns));
}

Quad exponential_minus_one(Quad x) {
  return magnitude(x) < 0.25 ? small_exponential_minus_one(x) : exponential(x) - 1;
}

// A step of Halley's method on e^y = x triples the digits of double precision.
Quad logarithm(Quad x) {
  if (!(x > 0) || !is_finite(x)) return std::log(static_cast<double>(x));
  if (x > kLargestDouble) return logarithm(scaled(x, -kPowers)) + kPowers * sum_of(kLogTwoParts);
  if (x < kSmallestDouble) return logarithm(scaled(x, kPowers)) - kPowers * sum_of(kLogTwoParts);
  const Quad y = std::log(static_cast<double>(x)), e = exponential(y);
  return y + 2 * (x - e) / (x + e);
}

Quad log_plus_one(Quad x) {
  if (!(magnitude(x) < 0.25)) return logarithm(1 + x);
  const Quad y = std::log1p(static_cast<double>(x)), e = exponential_minus_one(y);
  return x == 0 ? x : y + 2 * (x - e) / (2 + x + e);
}

Quad whole_power(Quad x, uint64_t power) {
  Quad result = 1;
  for (; power; power >>= 1) {
    if (power & 1) result *= x;
    x *= x;
  }
  return result;
}

SineCosine sine_cosine(Quad x) {
  if (!(magnitude(x) < 1 << 20)) {
    const auto angle = static_cast<double>(x);
    return {std::sin(angle), std::cos(angle)};
  }
  const double turns = std::nearbyint(static_cast<double>(2 * x / quad_pi()));
  for (const double part : kPiParts) x -= Quad{turns} * part / 2;
  const SineCosine at = small_sine_cosine(x);
  switch (static_cast<int64_t>(turns) & 3) {
    case 0:
      return at;
    case 1:
      return {at.cosine, -at.sine};
    case 2:
      return {-at.sine, -at.cosine};
    default:
      return {-at.cosine, at.sine};
  }
}

// tan(a - b) = (y cos b - x sin b) / (x cos b + y sin b) for the angle a of x + iy, and its double
// b.
Quad arc_tangent(Quad y, Quad x) {
  const Quad largest = magnitude(x) > magnitude(y) ? magnitude(x) : magnitude(y);
  if (y == 0 && x < 0) return std::signbit(static_cast<double>(y)) ? -quad_pi() : quad_pi();
  if (y == 0 || !is_finite(x) || !is_finite(y))
    return std::atan2(static_cast<double>(y), static_cast<double>(x));
  x /= largest;
  y /= largest;
  const Quad angle = std::atan2(static_cast<double>(y), static_cast<double>(x));
  const auto [sine, cosine] = sine_cosine(angle);
  return angle + (y * cosine - x * sine) / (x * cosine + y * sine);
}

}  // namespace tutti::op
