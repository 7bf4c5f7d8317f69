// SPDX-License-Identifier: Apache-2.0
// OpenBLAS's float32 product, run by the calling thread alone.
#pragma once

#include <string>

#include "kernel/tile_product.h"

namespace tutti::kernel {

/// As many threads as call the library at once: it has buffers for some more, and crashes beyond.
inline constexpr int kOpenblasCallers = 64;

/// Call it before the first product. Throws UserError where the library cannot be called by several
/// threads at once.
void prepare_openblas();

/// `problem` is of float32; any number of threads may call it, more than kOpenblasCallers wait. The
/// library keeps the memory it packs matrices in, a few MB for each thread.
void run_openblas(const TileProblem& problem, const float* a, const float* b, float* c);

/// The CPU whose kernels the library uses: "Zen", "Haswell".
std::string openblas_cpu();

}  // namespace tutti::kernel
