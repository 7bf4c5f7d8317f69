// SPDX-License-Identifier: Apache-2.0
#include "pass/complex_formulas.h"

#include <cmath>
#include <unordered_map>

#include "op/rules/complex_parts.h"

namespace tutti::pass {
namespace {

using op::add, op::compare, op::constant_like, op::convert, op::divide, op::exponential, op::log,
    op::maximum, op::minimum, op::multiply, op::negate, op::scale, op::select, op::shift, op::splat,
    op::sqrt, op::subtract, op::times_sine, op::with_sign, op::zeros_like;

Value unary(Builder& b, const char* name, Value x) {
  return b.one(name, {x});
}
Value both(Builder& b, const char* name, Value x, Value y) {
  return b.one(name, {x, y});
}
Value square(Builder& b, Value x) {
  return multiply(b, x, x);
}
Value sine(Builder& b, Value x) {
  return unary(b, "stablehlo.sine", x);
}
Value cosine(Builder& b, Value x) {
  return unary(b, "stablehlo.cosine", x);
}
Value absolute_of(Builder& b, Value x) {
  return unary(b, "stablehlo.abs", x);
}
Value log_plus_one(Builder& b, Value x) {
  return unary(b, "stablehlo.log_plus_one", x);
}
Value is_finite(Builder& b, Value x) {
  return unary(b, "stablehlo.is_finite", x);
}
Value is_zero(Builder& b, Value x) {
  return compare(b, "EQ", x, zeros_like(b, x));
}
Value is_infinite(Builder& b, Value x) {
  return compare(b, "EQ", absolute_of(b, x), constant_like(b, x, INFINITY));
}
Value argument_of(Builder& b, Pair z) {
  return both(b, "stablehlo.atan2", z.imaginary, z.real);
}
Pair exponential_of(Builder& b, Pair z) {
  Value length = exponential(b, z.real);
  return {multiply(b, length, cosine(b, z.imaginary)), times_sine(b, length, z.imaginary)};
}
// log|z| = log(large) + log(1 + (small / large)^2) / 2, which near |z| = 1 would cancel:
// there it is log(1 + (large - 1) (large + 1) + small^2) / 2
Pair logarithm_of(Builder& b, Pair z) {
  Value x = absolute_of(b, z.real), y = absolute_of(b, z.imaginary);
  Value large = maximum(b, x, y), small = minimum(b, x, y);
  Value ratio = divide(b, small, large);
  Value edge = both(b, "stablehlo.or", is_zero(b, large),
                    compare(b, "EQ", large, constant_like(b, large, INFINITY)));
  Value more = select(b, edge, zeros_like(b, large), log_plus_one(b, square(b, ratio)));
  Value far = add(b, log(b, large), scale(b, more, 0.5));
  Value less_one = multiply(b, shift(b, large, -1), shift(b, large, 1));
  Value near = scale(b, log_plus_one(b, add(b, less_one, square(b, small))), 0.5);
  Value is_near = both(b, "stablehlo.and", compare(b, "GT", large, constant_like(b, large, 0.5)),
                       compare(b, "LT", large, constant_like(b, large, 2)));
  return {select(b, is_near, near, far), argument_of(b, z)};
}
// sqrt(z): the larger part is t = sqrt((|z| + |x|) / 2), the other y / 2t; a quarter of z keeps
// |z| + |x| from overflowing. For an infinite y it is (infinity, y) for any x (C, G.6.4.2).
Pair root_of(Builder& b, Pair z) {
  Pair quarter = {scale(b, z.real, 0.25), scale(b, z.imaginary, 0.25)};
  Value eighth = scale(b, add(b, modulus(b, quarter), absolute_of(b, quarter.real)), 0.5);
  Value t = scale(b, sqrt(b, eighth), 2);
  Value other = divide(b, z.imaginary, scale(b, t, 2));
  Value zero = zeros_like(b, t);
  Value right = compare(b, "GE", z.real, zero);
  Value turned = with_sign(b, t, z.imaginary);
  Value none = is_zero(b, t);
  Value far = is_infinite(b, z.imaginary);
  Value real = select(b, none, zero, select(b, right, t, absolute_of(b, other)));
  Value imaginary = select(b, none, z.imaginary, select(b, right, other, turned));
  return {select(b, far, absolute_of(b, z.imaginary), real),
          select(b, far, z.imaginary, imaginary)};
}
/// cosh and sinh. The latter is precise near zero.
Pair hyperbolic(Builder& b, Value x) {
  Value e = exponential(b, x), less = unary(b, "stablehlo.exponential_minus_one", x);
  Value inverse = exponential(b, negate(b, x));
  Value near = scale(b, add(b, less, divide(b, less, shift(b, less, 1))), 0.5);
  Value far = scale(b, subtract(b, e, inverse), 0.5);
  Value small = compare(b, "LT", absolute_of(b, x), constant_like(b, x, 1));
  return {scale(b, add(b, e, inverse), 0.5), select(b, small, near, far)};
}
// tanh(x + iy) = (sinh x cosh x + i sin y cos y) / (sinh^2 x + cos^2 y), which is sign(x) for
// large |x|, also if y is infinite
Pair tanh_of(Builder& b, Pair z) {
  Value limit = constant_like(b, z.real, 30);
  Value x = minimum(b, maximum(b, z.real, negate(b, limit)), limit);
  Pair h = hyperbolic(b, x);
  Value y = select(b, is_infinite(b, z.real), zeros_like(b, z.imaginary), z.imaginary);
  Value s = sine(b, y), c = cosine(b, y);
  Value below = add(b, square(b, h.imaginary), square(b, c));
  return {divide(b, multiply(b, h.imaginary, h.real), below), divide(b, multiply(b, s, c), below)};
}
Pair sine_of(Builder& b, Pair z) {
  Pair h = hyperbolic(b, z.imaginary);
  return {times_sine(b, h.real, z.real), multiply(b, cosine(b, z.real), h.imaginary)};
}
Pair cosine_of(Builder& b, Pair z) {
  Pair h = hyperbolic(b, z.imaginary);
  return {multiply(b, cosine(b, z.real), h.real), negate(b, times_sine(b, h.imaginary, z.real))};
}
// tan(z) = -i tanh(iz)
Pair tangent_of(Builder& b, Pair z) {
  Pair t = tanh_of(b, {negate(b, z.imaginary), z.real});
  return {t.imaginary, negate(b, t.real)};
}
// log(1 + z): |1 + z|^2 - 1 = x (2 + x) + y^2 if z is small
Pair log_plus_one_of(Builder& b, Pair z) {
  Value square_less_one = add(b, multiply(b, z.real, shift(b, z.real, 2)), square(b, z.imaginary));
  Pair far = logarithm_of(b, {shift(b, z.real, 1), z.imaginary});
  Value half = constant_like(b, z.real, 0.5);
  Value is_near =
      compare(b, "LT", maximum(b, absolute_of(b, z.real), absolute_of(b, z.imaginary)), half);
  return {select(b, is_near, scale(b, log_plus_one(b, square_less_one), 0.5), far.real),
          far.imaginary};
}
// e^z - 1: e^x cos y - 1 = (e^x - 1) cos y - 2 sin^2(y / 2)
Pair exponential_minus_one_of(Builder& b, Pair z) {
  Value less = unary(b, "stablehlo.exponential_minus_one", z.real);
  Value half = sine(b, scale(b, z.imaginary, 0.5));
  return {subtract(b, multiply(b, less, cosine(b, z.imaginary)), scale(b, square(b, half), 2)),
          times_sine(b, exponential(b, z.real), z.imaginary)};
}
Pair cube_root_of(Builder& b, Pair z) {
  Value third = constant_like(b, z.real, 1.0 / 3), zero = zeros_like(b, z.real);
  return power_of(b, z, {third, zero});
}
Pair reciprocal(Builder& b, Pair z) {
  return quotient(b, {constant_like(b, z.real, 1), zeros_like(b, z.real)}, z);
}
Pair logistic_of(Builder& b, Pair z) {
  Pair e = exponential_of(b, {negate(b, z.real), negate(b, z.imaginary)});
  return reciprocal(b, {shift(b, e.real, 1), e.imaginary});
}
Pair sign_of(Builder& b, Pair z) {
  Value length = modulus(b, z);
  Value divisor = select(b, is_zero(b, length), constant_like(b, length, 1), length);
  return {divide(b, z.real, divisor), divide(b, z.imaginary, divisor)};
}
Pair select_pair(Builder& b, Value predicate, Pair on_true, Pair on_false) {
  return {select(b, predicate, on_true.real, on_false.real),
          select(b, predicate, on_true.imaginary, on_false.imaginary)};
}

}  // namespace

Value modulus(Builder& b, Pair z) {
  Value x = absolute_of(b, z.real), y = absolute_of(b, z.imaginary);
  Value large = maximum(b, x, y), small = minimum(b, x, y);
  Value ratio = divide(b, small, large);
  Value length = multiply(b, large, sqrt(b, shift(b, square(b, ratio), 1)));
  // Avoids 0 / 0 and infinity / infinity.
  Value edge = both(b, "stablehlo.or", is_zero(b, large),
                    compare(b, "EQ", large, constant_like(b, large, INFINITY)));
  return select(b, edge, large, length);
}

Pair times(Builder& b, Pair x, Pair y) {
  return {subtract(b, multiply(b, x.real, y.real), multiply(b, x.imaginary, y.imaginary)),
          add(b, multiply(b, x.real, y.imaginary), multiply(b, x.imaginary, y.real))};
}

namespace {

/// 1 with the sign of an infinity, and 0 with that of any other number.
Value direction_of(Builder& b, Value x) {
  return with_sign(b, convert(b, is_infinite(b, x), x->type.element), x);
}

/// x conj(y), by its parts, times a factor.
Pair turned_back(Builder& b, double factor, Pair x, Pair y) {
  Pair product = times(b, x, {y.real, negate(b, y.imaginary)});
  return {scale(b, product.real, factor), scale(b, product.imaginary, factor)};
}

/// x / y = x conj(y) / |y|^2, after dividing both by the larger part of y.
Pair finite_quotient(Builder& b, Pair x, Pair y) {
  Value large = maximum(b, absolute_of(b, y.real), absolute_of(b, y.imaginary));
  Pair unit = {divide(b, y.real, large), divide(b, y.imaginary, large)};
  Value length = add(b, square(b, unit.real), square(b, unit.imaginary));
  Pair left = {divide(b, x.real, large), divide(b, x.imaginary, large)};
  Pair top = times(b, left, {unit.real, negate(b, unit.imaginary)});
  return {divide(b, top.real, length), divide(b, top.imaginary, length)};
}

}  // namespace

// Of infinities and by 0 it has the values of annex G of the C standard.
Pair quotient(Builder& b, Pair x, Pair y) {
  const auto all = [&](Value p, Value q) { return both(b, "stablehlo.and", p, q); };
  const auto are_finite = [&](Pair z) {
    return all(is_finite(b, z.real), is_finite(b, z.imaginary));
  };
  const auto is_endless = [&](Pair z) {
    return both(b, "stablehlo.or", is_infinite(b, z.real), is_infinite(b, z.imaginary));
  };
  const auto directions = [&](Pair z) {
    return Pair{direction_of(b, z.real), direction_of(b, z.imaginary)};
  };
  Pair value = finite_quotient(b, x, y);
  value = select_pair(b, all(is_endless(x), are_finite(y)),
                      turned_back(b, INFINITY, directions(x), y), value);
  value =
      select_pair(b, all(are_finite(x), is_endless(y)), turned_back(b, 0, x, directions(y)), value);
  Value infinity = with_sign(b, constant_like(b, y.real, INFINITY), y.real);
  Pair endless = {multiply(b, infinity, x.real), multiply(b, infinity, x.imaginary)};
  return select_pair(b, all(is_zero(b, y.real), is_zero(b, y.imaginary)), endless, value);
}

Pair power_of(Builder& b, Pair base, Pair exponent) {
  Pair power = exponential_of(b, times(b, exponent, logarithm_of(b, base)));
  Value zero = both(b, "stablehlo.and", is_zero(b, base.real), is_zero(b, base.imaginary));
  Value none = both(b, "stablehlo.and", is_zero(b, exponent.real), is_zero(b, exponent.imaginary));
  // 0^0 = 1, and 0 to a power of positive real part is 0; others have no value.
  Value positive = compare(b, "GT", exponent.real, zeros_like(b, exponent.real));
  Value known = both(b, "stablehlo.and", zero, both(b, "stablehlo.or", none, positive));
  Value at_zero = convert(b, none, base.real->type.element);
  return {select(b, known, at_zero, power.real),
          select(b, known, zeros_like(b, power.imaginary), power.imaginary)};
}

// atan2(x, y) = -i log((y + ix) / sqrt(x^2 + y^2))
Pair arc_tangent_of(Builder& b, Pair x, Pair y) {
  Pair direction = {subtract(b, y.real, x.imaginary), add(b, y.imaginary, x.real)};
  Pair xx = times(b, x, x), yy = times(b, y, y);
  Pair length = root_of(b, {add(b, xx.real, yy.real), add(b, xx.imaginary, yy.imaginary)});
  Pair l = logarithm_of(b, quotient(b, direction, length));
  return {l.imaginary, negate(b, l.real)};
}

Value ordered(Builder& b, const std::string& direction, Pair x, Pair y) {
  return select(b, compare(b, "EQ", x.real, y.real),
                compare(b, direction, x.imaginary, y.imaginary),
                compare(b, direction, x.real, y.real));
}

Pair maximum_of(Builder& b, Pair x, Pair y) {
  return select_pair(b, ordered(b, "GT", x, y), x, y);
}

Pair minimum_of(Builder& b, Pair x, Pair y) {
  return select_pair(b, ordered(b, "LT", x, y), x, y);
}

Pair clamped(Builder& b, Pair low, Pair x, Pair high) {
  const auto wide = [&](Pair bound) {
    if (bound.real->type.rank() > 0) return bound;
    return Pair{splat(b, bound.real, x.real->type.shape),
                splat(b, bound.imaginary, x.real->type.shape)};
  };
  const Pair least = wide(low), most = wide(high);
  const Pair raised = select_pair(b, ordered(b, "LT", x, least), least, x);
  return select_pair(b, ordered(b, "LT", most, raised), most, raised);
}

ComplexFunction function_of(std::string_view name) {
  static const std::unordered_map<std::string_view, ComplexFunction> kFunctions = {
      {"stablehlo.exponential", exponential_of},
      {"stablehlo.exponential_minus_one", exponential_minus_one_of},
      {"stablehlo.log", logarithm_of},
      {"stablehlo.log_plus_one", log_plus_one_of},
      {"stablehlo.logistic", logistic_of},
      {"stablehlo.sqrt", root_of},
      {"stablehlo.rsqrt", [](Builder& b, Pair z) { return reciprocal(b, root_of(b, z)); }},
      {"stablehlo.cbrt", cube_root_of},
      {"stablehlo.tanh", tanh_of},
      {"stablehlo.sine", sine_of},
      {"stablehlo.cosine", cosine_of},
      {"stablehlo.tan", tangent_of},
      {"stablehlo.sign", sign_of},
  };
  const auto found = kFunctions.find(name);
  return found == kFunctions.end() ? nullptr : found->second;
}

}  // namespace tutti::pass
