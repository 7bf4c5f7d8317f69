// SPDX-License-Identifier: Apache-2.0
// The special functions of chlo: their values in double precision, and formulas of simpler
// operations for f32 and f64.
#pragma once

#include "op/emit.h"
#include "op/rules/chlo.h"

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

/// By Lanczos's approximation.
Value log_gamma_formula(Builder& b, Value x);
Value digamma_formula(Builder& b, Value x);
/// By Euler and Maclaurin's.
Value zeta_formula(Builder& b, Value x, Value q);
/// By Chebyshev polynomials.
Value scaled_bessel_i1_formula(Builder& b, Value x);

/// An elementwise function of two operands of one float type: `chlo.name %x, %y : T, T -> T`.
OpDef chlo_binary(std::string_view name, FloatBinary meaning);
/// Like decompose_wide(), for two operands.
std::function<std::vector<Value>(Builder&, const Operation&)> decompose_wide_binary(
    Value (*formula)(Builder&, Value, Value));

}  // namespace tutti::op
