// SPDX-License-Identifier: Apache-2.0
// Short spellings for the parts of complex numbers. The gradient of a complex value x + iy is
// dL/dx - i dL/dy, as in JAX: so the rules of analytic functions are those of real ones.
#pragma once

#include "op/emit.h"

namespace tutti::op {

Value make_complex(Builder& b, Value real, Value imaginary);
Value real_part(Builder& b, Value z);
Value imaginary_part(Builder& b, Value z);

}  // namespace tutti::op
