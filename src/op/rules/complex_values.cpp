// SPDX-License-Identifier: Apache-2.0
#include "op/rules/complex_values.h"

#include <cmath>

#include "op/rules/quad.h"

namespace tutti::op {
namespace {

using Complex = std::complex<double>;

struct QuadPair {
  Quad real, imaginary;
};

QuadPair wide(Complex z) {
  return {z.real(), z.imag()};
}
Complex to_complex(QuadPair z) {
  return {static_cast<double>(z.real), static_cast<double>(z.imaginary)};
}
bool has_finite_parts(Complex z) {
  return std::isfinite(z.real()) && std::isfinite(z.imag());
}

QuadPair product_of(QuadPair x, QuadPair y) {
  return {x.real * y.real - x.imaginary * y.imaginary, x.real * y.imaginary + x.imaginary * y.real};
}

/// x / y, divided through by the larger part of y.
QuadPair quotient_of(QuadPair x, QuadPair y) {
  if (magnitude(y.real) < magnitude(y.imaginary)) {
    const Quad ratio = y.real / y.imaginary, divisor = y.imaginary + ratio * y.real;
    return {(x.real * ratio + x.imaginary) / divisor, (x.imaginary * ratio - x.real) / divisor};
  }
  const Quad ratio = y.imaginary / y.real, divisor = y.real + ratio * y.imaginary;
  return {(x.real + x.imaginary * ratio) / divisor, (x.imaginary - x.real * ratio) / divisor};
}

QuadPair exponential_of(QuadPair z) {
  const Quad length = exponential(z.real);
  const auto [sine, cosine] = sine_cosine(z.imaginary);
  return {length * cosine, length * sine};
}

// e^x cos y - 1 = expm1(x) cos y - 2 sin(y / 2)^2, which does not cancel near 0.
QuadPair exponential_minus_one_of(QuadPair z) {
  const auto [sine, cosine] = sine_cosine(z.imaginary);
  const Quad half = sine_cosine(z.imaginary / 2).sine;
  return {exponential_minus_one(z.real) * cosine - 2 * half * half, exponential(z.real) * sine};
}

/// 1 + e^z = 1 - e^(z + pi i), which does not cancel near z = pi i.
QuadPair one_and_exponential_of(QuadPair z) {
  const double turns = std::nearbyint(static_cast<double>(z.imaginary / quad_pi()));
  if (std::fmod(turns, 2) == 0) {
    const QuadPair e = exponential_of(z);
    return {1 + e.real, e.imaginary};
  }
  const QuadPair e = exponential_minus_one_of({z.real, z.imaginary - turns * quad_pi()});
  return {-e.real, -e.imaginary};
}

QuadPair logarithm_of(QuadPair z) {
  const Quad square = z.real * z.real + z.imaginary * z.imaginary;
  return {logarithm(square) / 2, arc_tangent(z.imaginary, z.real)};
}

QuadPair root_of(QuadPair z) {
  const Quad length = square_root(z.real * z.real + z.imaginary * z.imaginary);
  const Quad large = square_root((length + magnitude(z.real)) / 2);
  if (large == 0) return z;
  const Quad small = z.imaginary / (2 * large);
  if (z.real >= 0) return {large, small};
  return {magnitude(small), z.imaginary < 0 ? -large : large};
}

/// 1 with the sign of an infinity, and 0 with that of any other number.
double direction_of(double part) {
  return std::copysign(std::isinf(part) ? 1.0 : 0.0, part);
}

/// x conj(y), by its parts, times a factor.
Complex turned_back(double factor, Complex x, Complex y) {
  return {factor * (x.real() * y.real() + x.imag() * y.imag()),
          factor * (x.imag() * y.real() - x.real() * y.imag())};
}

}  // namespace

Complex complex_quotient(Complex x, Complex y) {
  const auto endless = [](Complex z) { return std::isinf(z.real()) || std::isinf(z.imag()); };
  const auto directions = [](Complex z) {
    return Complex(direction_of(z.real()), direction_of(z.imag()));
  };
  if (y == 0.0) {
    const double infinity = std::copysign(INFINITY, y.real());
    return {infinity * x.real(), infinity * x.imag()};
  }
  if (endless(x) && has_finite_parts(y)) return turned_back(INFINITY, directions(x), y);
  if (has_finite_parts(x) && endless(y)) return turned_back(0, x, directions(y));
  return to_complex(quotient_of(wide(x), wide(y)));
}

Complex complex_power(Complex base, Complex exponent) {
  if (exponent == 0.0) return 1;
  if (base == 0.0 && exponent.real() > 0) return 0;
  if (base == 0.0 || !has_finite_parts(base) || !has_finite_parts(exponent))
    return std::pow(base, exponent);
  return to_complex(exponential_of(product_of(wide(exponent), logarithm_of(wide(base)))));
}

Complex complex_log_plus_one(Complex z) {
  const Quad x = z.real(), y = z.imag();
  if (!has_finite_parts(z))
    return {std::log(std::hypot(z.real() + 1, z.imag())), std::atan2(z.imag(), z.real() + 1)};
  // |1 + z|^2 - 1 = x (2 + x) + y^2, which keeps its digits near 0.
  const Quad more = x * (2 + x) + y * y, square = (1 + x) * (1 + x) + y * y;
  const Quad twice = magnitude(more) < 0.25 ? log_plus_one(more) : logarithm(square);
  return to_complex({twice / 2, arc_tangent(y, 1 + x)});
}

Complex complex_exponential_minus_one(Complex z) {
  const double x = z.real(), y = z.imag();
  if (y == 0) return {std::expm1(x), y};
  if (!has_finite_parts(z)) return {std::expm1(x) * std::cos(y), std::exp(x) * std::sin(y)};
  return to_complex(exponential_minus_one_of(wide(z)));
}

Complex complex_logistic(Complex z) {
  if (!has_finite_parts(z)) return 1.0 / (1.0 + std::exp(-z));
  if (z.real() < -100) return std::exp(z);  // 1 + exp(z) is 1
  return to_complex(quotient_of({1, 0}, one_and_exponential_of(wide(-z))));
}

Complex complex_cube_root(Complex z) {
  if (z == 0.0) return z;
  if (!has_finite_parts(z)) return std::pow(z, 1.0 / 3);
  const auto [length, angle] = logarithm_of(wide(z));
  return to_complex(exponential_of({length / 3, angle / 3}));
}

// tanh(x + iy) = (sinh x cosh x + i sin y cos y) / (sinh^2 x + cos^2 y)
Complex complex_tanh(Complex z) {
  constexpr double kLargest = 1000;  // beyond it the real part is a sign, the other one 0
  if (!has_finite_parts(z) || std::fabs(z.real()) > kLargest || z.real() == 0 || z.imag() == 0)
    return std::tanh(z);
  const Quad more = exponential_minus_one(magnitude(z.real())), less = -more / (1 + more);
  const Quad sinh = (z.real() < 0 ? less - more : more - less) / 2, cosh = 1 + (more + less) / 2;
  const auto [sine, cosine] = sine_cosine(z.imag());
  const Quad divisor = sinh * sinh + cosine * cosine;
  return to_complex({sinh * cosh / divisor, sine * cosine / divisor});
}

Complex complex_tangent(Complex z) {
  const Complex w = complex_tanh({-z.imag(), z.real()});
  return {w.imag(), -w.real()};
}

Complex complex_arc_tangent(Complex y, Complex x) {
  const Complex i(0, 1);
  if (!has_finite_parts(x) || !has_finite_parts(y) || x.imag() == 0 || y.imag() == 0)
    return -i * std::log((x + i * y) / std::sqrt(x * x + y * y));
  const QuadPair p = wide(x), q = wide(y), pp = product_of(p, p), qq = product_of(q, q);
  const QuadPair root = root_of({pp.real + qq.real, pp.imaginary + qq.imaginary});
  const QuadPair w = logarithm_of(quotient_of({p.real - q.imaginary, p.imaginary + q.real}, root));
  return to_complex({w.imaginary, -w.real});
}

}  // namespace tutti::op
