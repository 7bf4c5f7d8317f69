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
/// The same of programs without bf16, whose products AMX does not compute.
std::string float32_arithmetic();

}  // namespace tutti::kernel
