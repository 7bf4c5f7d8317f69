// SPDX-License-Identifier: Apache-2.0
// The instruction sets that kernels may use.
#pragma once

#include <string_view>

namespace tutti::kernel {

/// Those that kernels are written for; each only where those before it are there too.
struct CpuFeatures {
  bool avx2 = false;
  bool avx512 = false;       // F, BW, DQ and VL
  bool avx512_bf16 = false;  // and these
  /// And tiles of bf16, which the kernel was asked to let this process use.
  bool amx = false;
};

/// What the CPU has and the system lets a process use.
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

/// Takes away what is beyond a level, by oneDNN's names for them (ONEDNN_MAX_CPU_ISA): "AVX2",
/// "AVX512_CORE", ... Call it before the first kernel. Throws UserError for a name that is none.
void limit_cpu_features(std::string_view level);

}  // namespace tutti::kernel
