// SPDX-License-Identifier: Apache-2.0
// Binary numbers of 113 bits, with functions that keep about 30 digits. Special functions are
// computed in them where double precision would cancel or lose digits.
#pragma once

#include <cstdint>

namespace tutti::op {

#ifdef __SIZEOF_FLOAT128__
__extension__ typedef __float128 Quad;
#else
typedef long double Quad;  // has 113 bits on the processors whose compilers lack the other type
#endif

inline Quad magnitude(Quad x) {
  return x < 0 ? -x : x;
}
inline bool is_finite(Quad x) {
  return x - x == 0;
}

Quad quad_pi();
/// x 2^power.
Quad scaled(Quad x, int power);
Quad square_root(Quad x);
Quad exponential(Quad x);
Quad exponential_minus_one(Quad x);
Quad logarithm(Quad x);
/// log(1 + x).
Quad log_plus_one(Quad x);
/// x^power by squaring.
Quad whole_power(Quad x, uint64_t power);

struct SineCosine {
  Quad sine, cosine;
};
/// Of an angle; one above 2^20 has the digits of double precision only.
SineCosine sine_cosine(Quad x);
/// The angle of x + iy, from -pi to pi, with the signs of std::atan2.
Quad arc_tangent(Quad y, Quad x);

}  // namespace tutti::op
