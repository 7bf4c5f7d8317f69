// SPDX-License-Identifier: Apache-2.0
// Emits products with groups of rows, each of which has a matrix of its own.
#pragma once

#include "op/emit.h"

namespace tutti::op {

/// Row i of x [m, k] times the matrix of its group: [m, n]. `weights` is [groups, k, n], or where
/// `transposed` [groups, n, k]. The first sizes[0] rows are group 0, the next sizes[1] group 1;
/// rows after the last group give zeros. `sizes` is a vector of integers.
Value grouped_product(Builder& b, Value x, Value weights, Value sizes, bool transposed = false);
/// The sums over the rows of each group of x_row^T y_row, of x [m, k] and y [m, n]: [groups, k, n].
Value grouped_sums(Builder& b, Value x, Value y, Value sizes);

/// The floating-point operations of a chlo.ragged_dot, which multiplies each row once.
double grouped_flops(const Operation& op);

}  // namespace tutti::op
