// SPDX-License-Identifier: Apache-2.0
// OpenBLAS's float32 product, computed by the calling thread.
#pragma once

#include <string>

#include "kernel/matmul_problem.h"

namespace tutti::kernel {

/// To be called before the first product of a problem. Throws UserError where the library cannot be
/// used (lapack/openblas.h), or where the problem has a size of 2³¹ or more.
void prepare_openblas(const TileProblem& problem);

/// Computes the product. Several threads may call it concurrently: see lapack::OpenblasCall.
void run_openblas(const TileProblem& problem, const float* a, const float* b, float* c);

/// The CPU for which the library chose its kernels: "Zen", "Haswell".
std::string openblas_cpu();

}  // namespace tutti::kernel
