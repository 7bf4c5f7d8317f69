// SPDX-License-Identifier: Apache-2.0
// Short spellings for the parts of complex numbers. The gradient of a complex value x + iy is
// dL/dx - i dL/dy, as in JAX: so the rules of analytic functions are those of real ones.
#pragma once

#include "op/emit.h"

namespace tutti::op {

Value make_complex(Builder& b, Value real, Value imaginary);
Value real_part(Builder& b, Value z);
Value imaginary_part(Builder& b, Value z);
/// The conjugate of complex numbers; real ones as they are.
Value conjugate(Builder& b, Value x);

/// sqrt(1 - z) and sqrt(1 + z), a zero imaginary part keeping its sign.
std::pair<Value, Value> roots_about_one(Builder& b, Value z);
/// -i f(iz) for the function f of an operation.
Value of_turned(Builder& b, std::string_view function, Value z);

}  // namespace tutti::op
