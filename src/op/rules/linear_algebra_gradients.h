// SPDX-License-Identifier: Apache-2.0
// Backward rules of factorizations, of real matrices.
#pragma once

#include "op/rules/linear_algebra.h"

namespace tutti::op {

/// The gradient of a symmetric matrix from that of its lower factor l; the gradient above the
/// diagonal is not read.
Value cholesky_gradient(Builder& b, Value l, Value dl);

/// The backward rule of a call. Throws a UserError if there is none.
void linear_algebra_vjp(const LinearAlgebra& call, Vjp& v);

}  // namespace tutti::op
