// SPDX-License-Identifier: Apache-2.0
// The matrix product of CPUs with AVX2, computed by the calling thread. It is our own because an
// element that OpenBLAS computes has other bits among other rows, so that a token's numbers would
// depend on how a text is cut; and because OpenBLAS multiplies no bf16.
#pragma once

#include "ir/element_type.h"
#include "kernel/matmul_problem.h"

namespace tutti::kernel {

/// Whether this CPU has the product.
bool has_avx2_product();

/// Computes the product of float32 and a B of f32 or bf16. The bits of an element depend only on
/// its row of op(A) and its column of op(B).
void multiply_avx2(const TileProblem& problem, const float* a, ir::ElementType type_of_b,
                   const void* b, float* c);

}  // namespace tutti::kernel
