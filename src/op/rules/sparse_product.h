// SPDX-License-Identifier: Apache-2.0
// @cpu_csr_sparse_dense_ffi as JAX prints products of its BCSR matrices: of a sparse matrix, whose
// values are in the order of its rows, with a dense vector or matrix.
#pragma once

#include "op/emit.h"
#include "op/rules/common.h"

namespace tutti::op {

bool is_sparse_product(const Operation& op);
/// Throws a UserError unless the operands are the values, the rows' ends, with a 0 before them, the
/// values' columns and the dense side, and the result is their product.
void expect_sparse_product(const Operation& op);
Array evaluate_sparse_product(const Operation& op, Operands in);
/// A scatter that adds to each row what its values contribute.
Value emit_sparse_product(Builder& b, const Operation& op);

}  // namespace tutti::op
