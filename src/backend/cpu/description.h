// SPDX-License-Identifier: Apache-2.0
// What the CPU is, in words.
#pragma once

#include <string>

namespace tutti::backend::cpu {

/// "AMD EPYC 7B13, 2 threads, kernels AVX2, products OpenBLAS Zen".
std::string description(int threads);
/// Its last part: the instruction set and the library, which decide results' bits.
std::string arithmetic();

}  // namespace tutti::backend::cpu
