// SPDX-License-Identifier: Apache-2.0
// The special functions of chlo: what their ops share, and formulas of simpler operations for f32
// and f64.
#pragma once

#include "op/emit.h"
#include "op/rules/chlo.h"

namespace tutti::op {

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
