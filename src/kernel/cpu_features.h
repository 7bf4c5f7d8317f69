// SPDX-License-Identifier: Apache-2.0
// The instruction sets that kernels may use on this machine.
#pragma once

#include <string_view>

namespace tutti::kernel {

/// The sets for which there are kernels. Each is true only where those before it are.
struct CpuFeatures {
  bool avx2 = false;
  bool avx512 = false;  // F, BW, DQ and VL
  bool avx512_bf16 = false;
  /// Tiles of bf16; Linux has granted this process their use.
  bool amx = false;
};

/// Finds what the CPU has and the system lets this process use.
CpuFeatures find_cpu_features();

inline CpuFeatures cpu_features = find_cpu_features();

inline bool has_avx512() {
  return cpu_features.avx512;
}
inline bool has_avx512_bf16() {
  return cpu_features.avx512_bf16;
}
inline bool has_amx() {
  return cpu_features.amx;
}

/// Removes what is beyond a level, given by oneDNN's names (the variable ONEDNN_MAX_CPU_ISA):
/// "AVX2", "AVX512_CORE", ... To be called before the first kernel runs. Throws UserError for an
/// unknown name.
void limit_cpu_features(std::string_view level);

}  // namespace tutti::kernel
