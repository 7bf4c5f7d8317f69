// SPDX-License-Identifier: Apache-2.0
// Special functions in double precision, within two units of the last place: those of the standard
// library that lose more, and those that it lacks.
#pragma once

namespace tutti::op {

/// log |Gamma(x)|; +inf at the poles 0, -1, -2, ...
double log_gamma(double x);
/// d log Gamma(x) / dx; NaN at the poles.
double digamma_of(double x);
/// Hurwitz's sum of (q + k)^-x over k >= 0.
double hurwitz_zeta(double x, double q);
/// The n-th derivative of digamma; NaN if n is not 0, 1, 2, ...
double polygamma_of(double n, double x);
/// exp(-|x|) I1(x).
double scaled_bessel_i1(double x);
double complementary_error(double x);
double inverse_error(double x);
/// 1 / (1 + exp(-x)).
double logistic_of(double x);

}  // namespace tutti::op
