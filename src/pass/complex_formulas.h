// SPDX-License-Identifier: Apache-2.0
// Functions of complex numbers, computed from real and imaginary parts. The formulas avoid overflow
// and cancellation in intermediate results.
#pragma once

#include <string>
#include <string_view>

#include "op/emit.h"

namespace tutti::pass {

using ir::Builder;
using ir::Value;

/// The parts of a complex value.
struct Pair {
  Value real, imaginary;
};

/// |z|, computed without squares that overflow.
Value modulus(Builder& b, Pair z);
Pair times(Builder& b, Pair x, Pair y);
Pair quotient(Builder& b, Pair x, Pair y);
Pair power_of(Builder& b, Pair base, Pair exponent);
/// atan2(x, y).
Pair arc_tangent_of(Builder& b, Pair x, Pair y);
/// A comparison in that direction ("LT"). Complex numbers are ordered by their real parts, equal
/// ones by their imaginary parts.
Value ordered(Builder& b, const std::string& direction, Pair x, Pair y);
Pair maximum_of(Builder& b, Pair x, Pair y);
Pair minimum_of(Builder& b, Pair x, Pair y);
Pair clamped(Builder& b, Pair low, Pair x, Pair high);

using ComplexFunction = Pair (*)(Builder&, Pair);
/// The formula for an op of one operand, such as "stablehlo.exponential", or null.
ComplexFunction function_of(std::string_view op);

}  // namespace tutti::pass
