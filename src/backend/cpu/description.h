// SPDX-License-Identifier: Apache-2.0
// Describes the CPU in words, for the device list and for reports.
#pragma once

#include <string>

namespace tutti::backend::cpu {

/// "AMD EPYC 7B13, 2 threads, kernels AVX2, products OpenBLAS Zen".
std::string description(int threads);
/// The last part of it: the instruction set and the library, which decide the bits of results.
std::string arithmetic();

}  // namespace tutti::backend::cpu
