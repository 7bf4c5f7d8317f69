// SPDX-License-Identifier: Apache-2.0
#include "op/rules/special_functions.h"

#include <cmath>
#include <limits>

namespace tutti::op {
namespace {

constexpr double kPi = 3.14159265358979323846;
constexpr double kNan = std::numeric_limits<double>::quiet_NaN();

bool is_whole(double x) {
  return std::floor(x) == x;
}

}  // namespace

double log_gamma(double x) {
  int sign = 0;
  return ::lgamma_r(x, &sign);
}

// psi(x) = psi(1 - x) - pi / tan(pi x), psi(x) = psi(x + 1) - 1 / x, and the asymptotic series.
double digamma_of(double x) {
  if (std::isinf(x)) return x > 0 ? x : kNan;
  if (x <= 0 && is_whole(x)) return kNan;
  if (x < 0) return digamma_of(1 - x) - kPi / std::tan(kPi * (x - std::floor(x)));
  double sum = 0;
  for (; x < 12; x++) sum -= 1 / x;
  const double s = 1 / (x * x);
  const double series =
      s * (1.0 / 12 -
           s * (1.0 / 120 -
                s * (1.0 / 252 -
                     s * (1.0 / 240 - s * (1.0 / 132 - s * (691.0 / 32760 - s * (1.0 / 12)))))));
  return sum + std::log(x) - 0.5 / x - series;
}

// The first terms, then Euler and Maclaurin's correction with a = q + n:
// a^(1-x) / (x-1) + a^-x / 2 + sum of B(2j) / (2j)! x (x+1) ... (x+2j-2) a^(-x-2j+1).
double hurwitz_zeta(double x, double q) {
  if (x == 1) return INFINITY;
  if (q <= 0 && is_whole(q)) return is_whole(x) && std::fmod(x, 2) == 0 ? INFINITY : kNan;
  if (!(x >= 1) || (q <= 0 && !is_whole(x)) || std::isnan(q)) return kNan;
  if (std::isinf(x)) return q > 1 ? 0 : q == 1 ? 1 : INFINITY;
  constexpr double kBernoulli[] = {1.0 / 6,  -1.0 / 30,     1.0 / 42, -1.0 / 30,
                                   5.0 / 66, -691.0 / 2730, 7.0 / 6,  -3617.0 / 510};
  constexpr double kMostTerms = 1e7;  // for q far below zero
  double sum = 0, a = q;
  for (double k = 0; a < 20 && k < kMostTerms; k++, a++) sum += std::pow(a, -x);
  const double power = std::pow(a, -x);
  sum += power * a / (x - 1) + power / 2;
  double factor = x * power / a, factorial = 2;
  for (int j = 1; j <= 8; j++) {
    sum += kBernoulli[j - 1] / factorial * factor;
    factor *= (x + 2 * j - 1) * (x + 2 * j) / (a * a);
    factorial *= (2.0 * j + 1) * (2.0 * j + 2);
  }
  return sum;
}

double polygamma_of(double n, double x) {
  if (!(n >= 0) || !is_whole(n)) return kNan;
  if (n == 0) return digamma_of(x);
  const double sign = std::fmod(n, 2) == 0 ? -1 : 1;
  return sign * std::tgamma(n + 1) * hurwitz_zeta(n + 1, x);
}

double scaled_bessel_i1(double x) {
  const double a = std::fabs(x);
  if (std::isnan(x)) return x;
  if (a < 500) return std::copysign(std::cyl_bessel_i(1.0, a) * std::exp(-a), x);
  const double s = 1 / (8 * a);  // the asymptotic series
  const double series = 1 - 3 * s - 7.5 * s * s - 52.5 * s * s * s;
  return std::copysign(series / std::sqrt(2 * kPi * a), x);
}

OpDef chlo_binary(std::string_view name, FloatBinary meaning) {
  return {
      .name = name,
      .assembly = "$0, $1 : arrow",
      .infer = same_type_as_operands(2, Elements::floats),
      .evaluate = elementwise(meaning),
  };
}

std::function<std::vector<Value>(Builder&, const Operation&)> decompose_wide_binary(
    Value (*formula)(Builder&, Value, Value)) {
  return [formula](Builder& b, const Operation& op) -> std::vector<Value> {
    const ElementType element = op.operand_type(0).element, wide = accumulation_type(element);
    const Value x = convert(b, op.operand(0), wide), y = convert(b, op.operand(1), wide);
    return {convert(b, formula(b, x, y), element)};
  };
}

}  // namespace tutti::op
