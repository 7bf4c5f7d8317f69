// SPDX-License-Identifier: Apache-2.0
#include "op/rules/special_values.h"

#include <cmath>
#include <limits>
#include <numbers>

#include "op/rules/quad.h"

namespace tutti::op {
namespace {

constexpr double kNoValue = std::numeric_limits<double>::quiet_NaN();
constexpr double kEnough = 30;  // for the asymptotic series: their last term is below 1e-34
// Bernoulli's numbers B(2), B(4), ... as numerators and denominators.
constexpr double kBernoulli[][2] = {{1, 6},
                                    {-1, 30},
                                    {1, 42},
                                    {-1, 30},
                                    {5, 66},
                                    {-691, 2730},
                                    {7, 6},
                                    {-3617, 510},
                                    {43867, 798},
                                    {-174611, 330},
                                    {854513, 138},
                                    {-236364091, 2730},
                                    {8553103, 6},
                                    {-23749461029, 870},
                                    {8615841276005, 14322}};

bool is_whole(double x) {
  return std::floor(x) == x;
}
bool is_even(double x) {
  return std::fmod(x, 2) == 0;
}
double to_double(Quad x) {
  return static_cast<double>(x);
}

/// Of pi x, which is exact at whole and half x.
SineCosine sine_cosine_of_turns(double x) {
  const double nearest = std::nearbyint(x);
  const auto [sine, cosine] = sine_cosine(quad_pi() * (x - nearest));
  return is_even(nearest) ? SineCosine{sine, cosine} : SineCosine{-sine, -cosine};
}

/// Stirling's series from kEnough on, and Gamma(x) = Gamma(x + n) / (x (x + 1) ... (x + n - 1)).
Quad log_gamma_of_positive(Quad x) {
  Quad product = 1;
  for (; x < kEnough; x += 1) product *= x;
  Quad sum = (x - 0.5) * logarithm(x) - x + logarithm(2 * quad_pi()) / 2;
  Quad power = 1 / x;
  double k = 1;
  for (const auto& [top, bottom] : kBernoulli) {
    sum += Quad{top} / bottom / (2 * k * (2 * k - 1)) * power;
    power /= x * x;
    k++;
  }
  return sum - logarithm(product);
}

/// psi(x) = psi(x + 1) - 1 / x, and the asymptotic series.
Quad digamma_of_positive(Quad x) {
  Quad sum = 0;
  for (; x < kEnough; x += 1) sum -= 1 / x;
  sum += logarithm(x) - 1 / (2 * x);
  const Quad square = 1 / (x * x);
  Quad power = square;
  double k = 1;
  for (const auto& [top, bottom] : kBernoulli) {
    sum -= Quad{top} / bottom / (2 * k) * power;
    power *= square;
    k++;
  }
  return sum;
}

/// a^-x. Only a whole x has a value at a negative a.
Quad inverse_power(Quad a, double x) {
  constexpr double kMostSquarings = 4096;
  if (is_whole(x) && x < kMostSquarings) return 1 / whole_power(a, static_cast<uint64_t>(x));
  const auto near = static_cast<double>(a);
  return Quad{std::pow(near, -x)} * std::exp(-x * std::log1p(to_double((a - near) / near)));
}

/// The first terms, then Euler and Maclaurin's correction with a = q + n:
/// a^(1-x) / (x-1) + a^-x / 2 + sum of B(2j) / (2j)! x (x+1) ... (x+2j-2) a^(-x-2j+1).
Quad hurwitz_sum(double x, double q) {
  constexpr double kMostTerms = 1e7;  // for q far below zero
  Quad a = q, sum = 0;
  const double enough = std::fmax(kEnough, x);
  for (double k = 0; a < enough && k < kMostTerms; k++, a += 1) {
    const Quad term = inverse_power(a, x);
    sum += term;
    if (a > 0 && term < sum * 1e-25) return sum;  // fewer than a / x such terms count after it
  }
  const Quad power = inverse_power(a, x);
  sum += power * a / (Quad{x} - 1) + power / 2;
  Quad factor = power * x / a, factorial = 2;
  double j = 1;
  for (const auto& [top, bottom] : kBernoulli) {
    sum += Quad{top} / bottom / factorial * factor;
    factor *= (Quad{x} + 2 * j - 1) * (Quad{x} + 2 * j) / (a * a);
    factorial *= (2 * j + 1) * (2 * j + 2);
    j++;
  }
  return sum;
}

/// e^(a^2) erfc(a) by its continued fraction, for a from 3 on.
Quad scaled_complement(Quad a) {
  Quad below = a;
  for (int k = 160; k > 0; k--) below = a + k / (2 * below);
  return 1 / (below * square_root(quad_pi()));
}

/// erf(x) by its series of positive terms.
Quad error_series(Quad x) {
  Quad term = x, sum = x;
  for (int k = 1; magnitude(term) > magnitude(sum) * 1e-35; k++) {
    term *= 2 * x * x / (2 * k + 1);
    sum += term;
  }
  return 2 * sum * exponential(-x * x) / square_root(quad_pi());
}

Quad complement_of(Quad x) {
  if (x < 3) return 1 - error_series(x);
  return scaled_complement(x) * exponential(-x * x);
}

}  // namespace

double log_gamma(double x) {
  if (std::isnan(x)) return x;
  if (std::isinf(x) || (x <= 0 && is_whole(x))) return INFINITY;
  if (x == 1 || x == 2) return 0;
  if (x > 0) {
    constexpr double kNear = 1e-9;  // the zeros at 1 and 2: a series of two terms
    const Quad gamma = -digamma_of_positive(1), square = quad_pi() * quad_pi();
    const Quad one = Quad{x} - 1, two = Quad{x} - 2;
    if (magnitude(one) < kNear) return to_double(one * (one * square / 12 - gamma));
    if (magnitude(two) < kNear) return to_double(two * (two * (square / 12 - 0.5) + 1 - gamma));
    return to_double(log_gamma_of_positive(x));
  }
  // Gamma(x) Gamma(1 - x) = pi / sin(pi x)
  const Quad sine = magnitude(sine_cosine_of_turns(x).sine);
  return to_double(logarithm(quad_pi() / sine) - log_gamma_of_positive(1 - Quad{x}));
}

double digamma_of(double x) {
  if (std::isnan(x)) return x;
  if (std::isinf(x)) return x > 0 ? x : kNoValue;
  if (x <= 0 && is_whole(x)) return kNoValue;
  if (x > 0) return to_double(digamma_of_positive(x));
  // psi(x) = psi(1 - x) - pi / tan(pi x)
  const auto [sine, cosine] = sine_cosine_of_turns(x);
  return to_double(digamma_of_positive(1 - Quad{x}) - quad_pi() * cosine / sine);
}

double hurwitz_zeta(double x, double q) {
  if (x == 1) return INFINITY;
  if (q <= 0 && is_whole(q)) return is_whole(x) && is_even(x) ? INFINITY : kNoValue;
  if (!(x >= 1) || (q <= 0 && !is_whole(x)) || std::isnan(q)) return kNoValue;
  if (std::isinf(x)) return q > 1 ? 0 : q == 1 ? 1 : INFINITY;
  return to_double(hurwitz_sum(x, q));
}

double polygamma_of(double n, double x) {
  if (!(n >= 0) || !is_whole(n)) return kNoValue;
  if (n == 0) return digamma_of(x);
  const double sign = is_even(n) ? -1 : 1;
  if (!(x > 0) && is_whole(x)) return sign * std::tgamma(n + 1) * hurwitz_zeta(n + 1, x);
  Quad factorial = 1;
  for (double k = 2; k <= n && is_finite(factorial); k++) factorial *= k;
  return to_double(sign * factorial * hurwitz_sum(n + 1, x));
}

double scaled_bessel_i1(double x) {
  const double a = std::fabs(x);
  if (!(a > 0) || std::isinf(x)) return std::isinf(x) ? std::copysign(0.0, x) : x;
  Quad term = 1, sum = 1;
  if (a < kEnough) {  // sum of (a / 2)^(2k + 1) / (k! (k + 1)!)
    for (double k = 1; term > sum * 1e-25; k++) {
      term *= Quad{a} * a / (4 * k * (k + 1));
      sum += term;
    }
    return std::copysign(to_double(sum * a / 2 * exponential(-a)), x);
  }
  for (double k = 1; magnitude(term) > 1e-25; k++) {  // the asymptotic series
    term *= -(Quad{4} - (2 * k - 1) * (2 * k - 1)) / (8 * k * Quad{a});
    sum += term;
  }
  return std::copysign(to_double(sum / square_root(2 * quad_pi() * a)), x);
}

double complementary_error(double x) {
  if (std::isnan(x) || std::fabs(x) > 30) return std::erfc(x);
  return to_double(complement_of(x));
}

double inverse_error(double x) {
  const double a = std::fabs(x);
  if (a == 1) return x * INFINITY;
  if (!(a < 1)) return kNoValue;
  if (a < 1e-12) return to_double(Quad{x} * square_root(quad_pi()) / 2);  // then x^3 pi / 12
  // From Winitzki's approximation by Halley's method on erf(y) = a, or on erfc, which keeps its
  // digits in the tail.
  constexpr double kScale = 0.147;
  const double tail = std::log1p(-a * a), half = 2 / (std::numbers::pi * kScale) + tail / 2;
  Quad y = std::sqrt(std::sqrt(half * half - tail / kScale) - half);
  for (int round = 0; round < 3; round++) {
    const Quad error = a < 0.5 ? error_series(y) - a : (1 - Quad{a}) - complement_of(y);
    const Quad step = error * exponential(y * y) * square_root(quad_pi()) / 2;
    y -= step / (1 + y * step);
  }
  return std::copysign(to_double(y), x);
}

double logistic_of(double x) {
  return x > -700 ? 1 / (1 + std::exp(-x)) : std::exp(x);
}

}  // namespace tutti::op
