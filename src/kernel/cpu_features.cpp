// SPDX-License-Identifier: Apache-2.0
#include "kernel/cpu_features.h"

#include <hwy/targets.h>

#include <cstdint>
#include <oneapi/dnnl/dnnl.hpp>

namespace tutti::kernel {
namespace {

// One bit for each set of instructions: a CPU with newer ones need not have all older ones.
bool has_all_of(dnnl::cpu_isa isa) {
  static const auto found = static_cast<unsigned>(dnnl::get_effective_cpu_isa());
  const auto wanted = static_cast<unsigned>(isa);
  return (found & wanted) == wanted;
}

#if HWY_ARCH_X86
// Before a kernel is called for the first time, which is when Highway chooses.
[[maybe_unused]] const bool kHighwayIsCapped = [] {
  int64_t disabled = 0;
  if (!has_avx512()) disabled |= HWY_AVX3 | HWY_AVX3_DL;
  if (!has_all_of(dnnl::cpu_isa::avx2)) disabled |= HWY_AVX2;
  hwy::DisableTargets(disabled);
  return true;
}();
#endif

}  // namespace

bool has_avx512() {
  return has_all_of(dnnl::cpu_isa::avx512_core);
}

bool has_avx512_bf16() {
  return has_all_of(dnnl::cpu_isa::avx512_core_bf16);
}

bool has_amx() {
  return has_all_of(dnnl::cpu_isa::avx512_core_amx);
}

}  // namespace tutti::kernel
