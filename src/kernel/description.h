// SPDX-License-Identifier: Apache-2.0
// What this machine's processor is, in words.
#pragma once

#include <string>

namespace tutti::kernel {

/// The processor, the number of threads that compute, and arithmetic(), for people to read:
/// "AMD EPYC 7B13, 2 threads, kernels AVX2, products AVX2".
std::string description(int threads);

/// The instruction set of the kernels and the library of matrix products. Two machines with the
/// same answer compute the same bits.
std::string arithmetic();

}  // namespace tutti::kernel
