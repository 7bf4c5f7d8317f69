// SPDX-License-Identifier: Apache-2.0
// OpenBLAS's float32 product, computed by the calling thread.
#pragma once

#include <cstdint>
#include <string>

namespace tutti::kernel {

/// C[m, n] = op(A) · op(B) in float32. op(A) is A[m, k], or the transpose of A[k, m]; op(B) is
/// B[k, n], or the transpose of B[n, k]. Row-major; `row_*` are the elements from one stored row to
/// the next. Sizes ≥ 1.
struct TileProblem {
  int64_t m, n, k;
  bool transpose_a, transpose_b;
  int64_t row_stride_a, row_stride_b, row_stride_c;
  bool adds;  // to what is in C
};

/// To be called before the first product of a problem. Throws UserError where the library cannot be
/// used (lapack/openblas.h), or where the problem has a size of 2³¹ or more.
void prepare_openblas(const TileProblem& problem);

/// Computes the product. Several threads may call it at once: see lapack::OpenblasCall.
void run_openblas(const TileProblem& problem, const float* a, const float* b, float* c);

/// The CPU for which the library chose its kernels: "Zen", "Haswell".
std::string openblas_cpu();

}  // namespace tutti::kernel
