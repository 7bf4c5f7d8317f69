// SPDX-License-Identifier: Apache-2.0
// What the ops of the chlo dialect share. Each decomposes into stablehlo ops for backends without a
// kernel for it.
#pragma once

#include <vector>

#include "op/rules/common.h"

namespace tutti::op {

/// An elementwise function of floats and, if `complex` is given, of complex numbers:
/// `chlo.name %x : T -> T`.
OpDef chlo_unary(std::string_view name, FloatUnary meaning, ComplexUnary complex = nullptr);
/// An elementwise function of floats with a result of i1, which has no derivative.
OpDef chlo_predicate(std::string_view name, bool (*meaning)(double));

using Formula = Value (*)(Builder&, Value);
/// A decomposition by a formula that is computed in at least f32: bf16 and f16 are converted to it
/// and back. `complex` is the formula for complex numbers.
std::function<std::vector<Value>(Builder&, const Operation&)> decompose_wide(
    Formula formula, Formula complex = nullptr);

/// A polynomial by Horner's scheme. The coefficient of the highest power comes first.
Value polynomial(Builder& b, Value x, const std::vector<double>& coefficients);
/// The largest finite number of the type of x, f32 or f64.
double largest(Value x);

/// erf and erfc of f32 or f64.
Value erf_formula(Builder& b, Value x);
Value erfc_formula(Builder& b, Value x);

}  // namespace tutti::op
