// SPDX-License-Identifier: Apache-2.0
#include "backend/cpu/description.h"

#include <fmt/format.h>

#include <fstream>
#include <oneapi/dnnl/dnnl.hpp>

#include "kernel/simd.h"
//
#include "base/text.h"
#include "hwy/targets.h"

namespace tutti::backend::cpu {
namespace {

/// The CPU's name as the system gives it, or its architecture.
std::string model_name() {
  std::ifstream file("/proc/cpuinfo");
  for (std::string line; std::getline(file, line);) {
    const size_t colon = line.find(": ");
    if (line.starts_with("model name") && colon != std::string::npos)
      return escaped(line.substr(colon + 2));
  }
#if defined(__aarch64__)
  return "64-bit Arm CPU";
#else
  return "unknown CPU";
#endif
}

/// The best instruction set that the kernels are compiled for and that this CPU has.
std::string kernel_target() {
  const int64_t targets = HWY_TARGETS & hwy::SupportedTargets();
  return hwy::TargetName(targets & -targets);  // a lower bit is a better target
}

std::string product_target() {
  switch (dnnl::get_effective_cpu_isa()) {
    case dnnl::cpu_isa::sse41:
      return "SSE4.1";
    case dnnl::cpu_isa::avx:
      return "AVX";
    case dnnl::cpu_isa::avx2:
      return "AVX2";
    case dnnl::cpu_isa::avx2_vnni:
      return "AVX2-VNNI";
    case dnnl::cpu_isa::avx512_core:
      return "AVX-512";
    case dnnl::cpu_isa::avx512_core_vnni:
      return "AVX512-VNNI";
    case dnnl::cpu_isa::avx512_core_bf16:
      return "AVX512-BF16";
    case dnnl::cpu_isa::avx512_core_amx:
      return "AMX";
    default:
      return "its default";
  }
}

}  // namespace

std::string description(int threads) {
  return fmt::format("{}, {} thread{}, kernels {}, oneDNN {}", model_name(), threads,
                     threads == 1 ? "" : "s", kernel_target(), product_target());
}

}  // namespace tutti::backend::cpu
