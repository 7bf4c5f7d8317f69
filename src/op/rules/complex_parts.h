// SPDX-License-Identifier: Apache-2.0
// Functions that emit operations on the parts of complex numbers. The gradient by a complex value
// x + iy is dL/dx - i dL/dy, as in JAX, so that analytic functions have the same rules as real
// ones.
#pragma once

#include "op/emit.h"

namespace tutti::op {

Value make_complex(Builder& b, Value real, Value imaginary);
Value real_part(Builder& b, Value z);
Value imaginary_part(Builder& b, Value z);
/// The conjugate of complex numbers; real numbers stay as they are.
Value conjugate(Builder& b, Value x);

/// x, or -x if `sign` is negative or -0.
Value with_sign(Builder& b, Value x, Value sign);
/// x sin(angle), and 0 for an angle of 0 even if x is infinite.
Value times_sine(Builder& b, Value x, Value angle);
/// `far` if |z| is so large that only the first two terms of a series in 1 / z count after
/// rounding, otherwise `near`.
Value if_far(Builder& b, Value z, Value far, Value near);
/// log(2 |z|) for large z.
Value log_twice_modulus(Builder& b, Value z);

/// sqrt(1 - z) and sqrt(1 + z); a zero imaginary part keeps its sign.
std::pair<Value, Value> roots_about_one(Builder& b, Value z);
/// -i f(iz) for the function f of an operation.
Value of_turned(Builder& b, std::string_view function, Value z);

}  // namespace tutti::op
