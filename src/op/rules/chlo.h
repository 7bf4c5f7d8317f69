// SPDX-License-Identifier: Apache-2.0
// What the operations of the chlo dialect share: each is replaced by stablehlo operations where a
// backend has no kernel for it.
#pragma once

#include <vector>

#include "op/rules/common.h"

namespace tutti::op {

/// An elementwise function of floats, and of complex numbers where it is `complex` that it means
/// for them: `chlo.name %x : T -> T`.
OpDef chlo_unary(std::string_view name, FloatUnary meaning, ComplexUnary complex = nullptr);
/// The same with a result of type i1, which has no derivative.
OpDef chlo_predicate(std::string_view name, bool (*meaning)(double));

using Formula = Value (*)(Builder&, Value);
/// A decomposition that is computed in at least f32: bf16 and f16 are converted there and back.
/// Complex numbers have a formula of their own.
std::function<std::vector<Value>(Builder&, const Operation&)> decompose_wide(
    Formula formula, Formula complex = nullptr);

/// Horner's scheme, the coefficient of the highest power first.
Value polynomial(Builder& b, Value x, const std::vector<double>& coefficients);
/// The largest finite number of the type of x, f32 or f64.
double largest(Value x);

/// erf and erfc of f32 or f64.
Value erf_formula(Builder& b, Value x);
Value erfc_formula(Builder& b, Value x);

}  // namespace tutti::op
