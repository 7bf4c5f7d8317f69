// SPDX-License-Identifier: Apache-2.0
// The matrix product of CPUs with AVX2, computed by the calling thread. It is our own because an
// element that OpenBLAS computes has other bits among other rows, so that a token's numbers would
// depend on how a text is cut; and because OpenBLAS multiplies no bf16.
#pragma once

#include <cstdint>

#include "ir/element_type.h"

namespace tutti::kernel {

/// C[m, n] = op(A) · op(B) in float32. op(A) is A[m, k], or the transpose of A[k, m]; op(B) is
/// B[k, n], or the transpose of B[n, k]. All are row-major. Sizes ≥ 1.
struct Avx2Problem {
  int64_t m, n, k;
  bool transpose_a, transpose_b;
  int64_t row_stride_a, row_stride_b, row_stride_c;  // elements from one stored row to the next
  ir::ElementType b;                                 // f32 or bf16
  bool adds;                                         // to what is in C
};

/// Whether this CPU has the product.
bool has_avx2_product();

/// Computes the product. The bits of an element depend only on its row of A and its column of B.
void multiply_avx2(const Avx2Problem& problem, const float* a, const void* b, float* c);

}  // namespace tutti::kernel
