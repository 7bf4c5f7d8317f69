// SPDX-License-Identifier: Apache-2.0
#include "kernel/description.h"

#include <fmt/format.h>

#include <fstream>

#include "kernel/simd.h"
//
#include "base/text.h"
#include "hwy/targets.h"
#include "kernel/matmul.h"

namespace tutti::kernel {
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

/// The best instruction set for which kernels are compiled and which this CPU has.
std::string kernel_target() {
  const int64_t targets = HWY_TARGETS & hwy::SupportedTargets();
  return hwy::TargetName(targets & -targets);  // a lower bit is a better target
}

}  // namespace

std::string arithmetic() {
  return fmt::format("kernels {}, products {}", kernel_target(), product_library());
}

std::string float32_arithmetic() {
  return fmt::format("kernels {}, products {}", kernel_target(), float32_product_library());
}

std::string description(int threads) {
  return fmt::format("{}, {} thread{}, {}", model_name(), threads, threads == 1 ? "" : "s",
                     arithmetic());
}

}  // namespace tutti::kernel
