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

/// x, or -x where `sign` is below 0 or -0.
Value with_sign(Builder& b, Value x, Value sign);
/// x sin(angle), which is 0 where the angle is.
Value times_sine(Builder& b, Value x, Value angle);
/// `far` where |z| is so large that the terms behind the first two of a series in 1 / z are lost in
/// rounding, else `near`.
Value if_far(Builder& b, Value z, Value far, Value near);
/// log(2 |z|), for z far out.
Value log_twice_modulus(Builder& b, Value z);

/// sqrt(1 - z) and sqrt(1 + z), a zero imaginary part keeping its sign.
std::pair<Value, Value> roots_about_one(Builder& b, Value z);
/// -i f(iz) for the function f of an operation.
Value of_turned(Builder& b, std::string_view function, Value z);

}  // namespace tutti::op
