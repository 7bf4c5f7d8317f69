// SPDX-License-Identifier: Apache-2.0
// OpenBLAS's float32 product, run by the calling thread alone.
#pragma once

#include <string>

#include "kernel/tile_product.h"

namespace tutti::kernel {

/// Call it before the first product. Throws UserError where the library cannot be called by several
/// threads at once.
void prepare_openblas();

/// `problem` is of float32; any number of threads may run it at once. The library keeps the memory
/// it packs matrices in, a few MB for each thread.
void run_openblas(const TileProblem& problem, const float* a, const float* b, float* c);

/// The CPU whose kernels the library uses: "Zen", "Haswell".
std::string openblas_cpu();

}  // namespace tutti::kernel
