// SPDX-License-Identifier: Apache-2.0
// Sources: Lanczos, "A precision approximation of the gamma function" (g = 7, n = 9); Cephes' zeta
// and i1e.
#include <cmath>
#include <limits>

#include "op/rules/special_functions.h"

namespace tutti::op {
namespace {

constexpr double kPi = 3.14159265358979323846;
constexpr double kLanczos[] = {
    676.520368121885098567009190444019, -1259.13921672240287047156078755283,
    771.3234287776530788486528258894,   -176.61502916214059906584551354,
    12.507343278686904814458936853,     -0.13857109526572011689554707,
    9.984369578019570859563e-6,         1.50563273514931155834e-7};

Value unary(Builder& b, const char* name, Value x) {
  return b.one(name, {x});
}
Value like(Builder& b, Value x, double value) {
  return constant_like(b, x, value);
}
Value both(Builder& b, Value x, Value y) {
  return b.one("stablehlo.and", {x, y});
}

/// The pieces of both gamma functions at z = x - 1, or -x below one half.
struct Lanczos {
  Value below;        // x < 1/2
  Value z, t, log_t;  // t = z + 7.5
  Value sum, slope;   // a(z), a'(z)

  Lanczos(Builder& b, Value x) {
    below = compare(b, "LT", x, like(b, x, 0.5));
    z = select(b, below, negate(b, x), shift(b, x, -1));
    sum = like(b, x, 0.99999999999980993227684700473478);
    slope = zeros_like(b, x);
    for (int k = 1; k <= 8; k++) {
      const Value place = shift(b, z, k);
      const Value term = divide(b, like(b, x, kLanczos[k - 1]), place);
      sum = add(b, sum, term);
      slope = subtract(b, slope, divide(b, term, place));
    }
    t = shift(b, z, 7.5);
    log_t = shift(b, unary(b, "stablehlo.log_plus_one", scale(b, z, 1 / 7.5)), std::log(7.5));
  }
};

Value is_pole(Builder& b, Value x) {
  const Value whole = compare(b, "EQ", x, unary(b, "stablehlo.floor", x));
  return both(b, compare(b, "LE", x, zeros_like(b, x)), whole);
}

Value chebyshev(Builder& b, Value u, const std::vector<double>& coefficients) {
  Value b0 = zeros_like(b, u), b1 = b0, b2 = b0;
  for (const double c : coefficients) {
    b2 = b1;
    b1 = b0;
    b0 = shift(b, subtract(b, multiply(b, u, b1), b2), c);
  }
  return scale(b, subtract(b, b0, b2), 0.5);
}

std::vector<double> last(const std::vector<double>& all, size_t count) {
  return {all.end() - static_cast<std::ptrdiff_t>(count), all.end()};
}

}  // namespace

Value log_gamma_formula(Builder& b, Value x) {
  const Lanczos l(b, x);
  const Value factor = subtract(b, shift(b, l.z, 0.5), divide(b, l.t, l.log_t));
  const Value inner = add(b, multiply(b, factor, l.log_t), log(b, l.sum));
  const Value above = shift(b, inner, (std::log(2.0) + std::log(kPi)) / 2);
  // Gamma(x) Gamma(1 - x) = pi / sin(pi x)
  const Value magnitude = unary(b, "stablehlo.abs", x);
  Value fraction = subtract(b, magnitude, unary(b, "stablehlo.floor", magnitude));
  fraction = minimum(b, fraction, shift(b, negate(b, fraction), 1));
  const Value sine = log(b, unary(b, "stablehlo.sine", scale(b, fraction, kPi)));
  const Value mirrored = subtract(b, shift(b, negate(b, sine), std::log(kPi)), above);
  const Value below = select(b, unary(b, "stablehlo.is_finite", sine), mirrored, negate(b, sine));
  const Value finite = select(b, l.below, below, above);
  const Value is_infinite = compare(b, "EQ", magnitude, like(b, x, INFINITY));
  return select(b, is_infinite, magnitude, finite);
}

Value digamma_formula(Builder& b, Value x) {
  const Lanczos l(b, x);
  const Value above =
      subtract(b, add(b, l.log_t, divide(b, l.slope, l.sum)), divide(b, like(b, x, 7), l.t));
  // psi(1 - x) - psi(x) = pi / tan(pi x), x brought near zero
  const Value nearest = unary(b, "stablehlo.floor", shift(b, x, 0.5));
  const Value u = scale(b, add(b, x, unary(b, "stablehlo.abs", nearest)), kPi);
  const Value cotangent = divide(b, unary(b, "stablehlo.cosine", u), unary(b, "stablehlo.sine", u));
  const Value below = subtract(b, above, scale(b, cotangent, kPi));
  const Value value = select(b, l.below, below, above);
  return select(b, is_pole(b, x), like(b, x, std::nan("")), value);
}

Value zeta_formula(Builder& b, Value x, Value q) {
  constexpr double kBernoulli[] = {-7.1661652561756670113e18,
                                   1.8152105401943546773e17,
                                   -4.5979787224074726105e15,
                                   1.1646782814350067249e14,
                                   -2.950130727918164224e12,
                                   7.47242496e10,
                                   -1.8924375803183791606e9,
                                   47900160,
                                   -1209600,
                                   30240,
                                   -720,
                                   12};  // (2j)! / B(2j), j from 12 down
  const auto power = [&](Value base) { return b.one("stablehlo.power", {base, negate(b, x)}); };
  Value sum = power(q), a = q;
  for (int k = 1; k < 10; k++) {
    a = shift(b, a, 1);
    sum = add(b, sum, power(a));
  }
  a = shift(b, a, 1);
  const Value p = power(a), square = divide(b, like(b, x, 1), multiply(b, a, a));
  Value h = zeros_like(b, x);
  for (int i = 0; i <= 10; i++) {
    const Value rising = multiply(b, shift(b, x, 22 - 2 * i), shift(b, x, 21 - 2 * i));
    h = multiply(b, rising, multiply(b, square, shift(b, h, 1 / kBernoulli[i])));
  }
  const Value tail = add(
      b, divide(b, multiply(b, p, a), shift(b, x, -1)),
      multiply(b, p, shift(b, multiply(b, divide(b, x, a), shift(b, h, 1 / kBernoulli[11])), 0.5)));
  const bool wide = x->type.element == ElementType::f64;
  const double least =
      wide ? std::numeric_limits<double>::min() : double{std::numeric_limits<float>::min()};
  const Value gone = compare(b, "LT", unary(b, "stablehlo.abs", p),
                             scale(b, unary(b, "stablehlo.abs", sum), least));
  Value value = select(b, gone, sum, add(b, sum, tail));

  const Value nan = like(b, x, std::nan("")), infinity = like(b, x, INFINITY);
  const Value whole = compare(b, "EQ", x, unary(b, "stablehlo.floor", x));
  const Value low = compare(b, "LE", q, zeros_like(b, q));
  value = select(b, compare(b, "LT", x, like(b, x, 1)), nan, value);
  value = select(b, both(b, low, b.one("stablehlo.not", {whole})), nan, value);
  const Value rest = b.one("stablehlo.remainder", {x, like(b, x, 2)});
  const Value even = both(b, whole, compare(b, "EQ", rest, zeros_like(b, x)));
  value = select(b, is_pole(b, q), select(b, even, infinity, nan), value);
  return select(b, compare(b, "EQ", x, like(b, x, 1)), infinity, value);
}

Value scaled_bessel_i1_formula(Builder& b, Value x) {
  static const std::vector<double> kNear = {
      2.77791411276104639959e-18,  -2.11142121435816608115e-17, 1.55363195773620046921e-16,
      -1.10559694773538630805e-15, 7.60068429473540693410e-15,  -5.04218550472791168711e-14,
      3.22379336594557470981e-13,  -1.98397439776494371520e-12, 1.17361862988909016308e-11,
      -6.66348972350202774223e-11, 3.62559028155211703701e-10,  -1.88724975172282928790e-9,
      9.38153738649577178388e-9,   -4.44505912879632808065e-8,  2.00329475355213526229e-7,
      -8.56872026469545474066e-7,  3.47025130813767847674e-6,   -1.32731636560394358279e-5,
      4.78156510755005422638e-5,   -1.61760815825896745588e-4,  5.12285956168575772895e-4,
      -1.51357245063125314899e-3,  4.15642294431288815669e-3,   -1.05640848946261981558e-2,
      2.47264490306265168283e-2,   -5.29459812080949914269e-2,  1.02643658689847095384e-1,
      -1.76416518357834055153e-1,  2.52587186443633654823e-1};
  static const std::vector<double> kFar = {
      7.51729631084210481353e-18,  4.41434832307170791151e-18,  -4.65030536848935832153e-17,
      -3.20952592199342395980e-17, 2.96262899764595013876e-16,  3.30820231092092828324e-16,
      -1.88035477551078244854e-15, -3.81440307243700780478e-15, 1.04202769841288027642e-14,
      4.27244001671195135429e-14,  -2.10154184277266431302e-14, -4.08355111109219731823e-13,
      -7.19855177624590851209e-13, 2.03562854414708950722e-12,  1.41258074366137813316e-11,
      3.25260358301548823856e-11,  -1.89749581235054123450e-11, -5.58974346219658380687e-10,
      -3.83538038596423702205e-9,  -2.63146884688951950684e-8,  -2.51223623787020892529e-7,
      -3.88256480887769039346e-6,  -1.10588938762623716291e-4,  -9.76109749136146840777e-3,
      7.78576235018280120474e-1};
  const bool wide = x->type.element == ElementType::f64;
  const Value a = unary(b, "stablehlo.abs", x), eight = like(b, x, 8);
  // Each side sees its own range only, so that its derivative is finite everywhere.
  const Value small = minimum(b, a, eight), large = maximum(b, a, eight);
  const Value near = multiply(
      b, x, chebyshev(b, shift(b, scale(b, small, 0.5), -2), wide ? kNear : last(kNear, 17)));
  const Value far = multiply(
      b, select(b, compare(b, "LT", x, zeros_like(b, x)), like(b, x, -1), like(b, x, 1)),
      divide(
          b,
          chebyshev(b, shift(b, divide(b, like(b, x, 32), large), -2), wide ? kFar : last(kFar, 7)),
          sqrt(b, large)));
  return select(b, compare(b, "LE", a, eight), near, far);
}

}  // namespace tutti::op
