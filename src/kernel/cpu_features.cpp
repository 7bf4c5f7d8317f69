// SPDX-License-Identifier: Apache-2.0
#include "kernel/cpu_features.h"

#include <hwy/targets.h>

#include <cstdint>

#include "base/error.h"

#if HWY_ARCH_X86_64
#include <cpuid.h>
#include <sys/syscall.h>
#include <unistd.h>
#endif

namespace tutti::kernel {
namespace {

#if HWY_ARCH_X86_64

struct Registers {
  unsigned eax = 0, ebx = 0, ecx = 0, edx = 0;
};

/// Reads a leaf of CPUID (Intel's manual, volume 2); zeros where the CPU does not have it.
Registers cpuid(unsigned leaf, unsigned subleaf) {
  Registers r;
  __get_cpuid_count(leaf, subleaf, &r.eax, &r.ebx, &r.ecx, &r.edx);
  return r;
}

bool has_bit(unsigned word, int bit) {
  return (word >> bit & 1) != 0;
}

/// Asks Linux to let this process use tiles (Documentation/arch/x86/xstate.rst).
bool is_given_tiles() {
  constexpr long kAskFor = 0x1023, kTileData = 18;  // ARCH_REQ_XCOMP_PERM
  return ::syscall(SYS_arch_prctl, kAskFor, kTileData) == 0;
}

#endif

enum Level { baseline, avx2, avx512, avx512_bf16, amx };
struct NamedLevel {
  std::string_view name;
  Level level;
};
constexpr NamedLevel kLevels[] = {{"SSE41", baseline},
                                  {"AVX", baseline},
                                  {"AVX2", avx2},
                                  {"AVX2_VNNI", avx2},
                                  {"AVX2_VNNI_2", avx2},
                                  {"AVX512_CORE", avx512},
                                  {"AVX512_CORE_VNNI", avx512},
                                  {"AVX512_CORE_BF16", avx512_bf16},
                                  {"AVX512_CORE_FP16", avx512_bf16},
                                  {"AVX10_1_512", avx512_bf16},
                                  {"AVX512_CORE_AMX", amx},
                                  {"AVX512_CORE_AMX_FP16", amx},
                                  {"AVX10_1_512_AMX", amx},
                                  {"AVX10_1_512_AMX_FP16", amx},
                                  {"ALL", amx},
                                  {"DEFAULT", amx}};

Level level_of(std::string_view name) {
  std::string names;
  for (const NamedLevel& known : kLevels) {
    if (known.name == name) return known.level;
    names += fmt::format("{}{}", names.empty() ? "" : ", ", known.name);
  }
  user_error("ONEDNN_MAX_CPU_ISA is '{}', expected one of {}; or unset it", name, names);
}

}  // namespace

CpuFeatures find_cpu_features() {
  CpuFeatures found;
#if HWY_ARCH_X86_64
  // Highway asks whether the system saves the registers too.
  const int64_t targets = hwy::SupportedTargets();
  found.avx2 = (targets & HWY_AVX2) != 0;
  found.avx512 = found.avx2 && (targets & HWY_AVX3) != 0;
  found.avx512_bf16 = found.avx512 && has_bit(cpuid(7, 1).eax, 5);
  const unsigned extended = cpuid(7, 0).edx;
  constexpr int kBf16Tiles = 22, kTiles = 24;
  found.amx = found.avx512_bf16 && has_bit(extended, kTiles) && has_bit(extended, kBf16Tiles) &&
              is_given_tiles();
#endif
  return found;
}

void limit_cpu_features(std::string_view name) {
  const Level most = level_of(name);
  cpu_features.avx2 &= most >= avx2;
  cpu_features.avx512 &= most >= avx512;
  cpu_features.avx512_bf16 &= most >= avx512_bf16;
  cpu_features.amx &= most >= amx;
#if HWY_ARCH_X86_64
  int64_t disabled = 0;
  if (!cpu_features.avx512) disabled |= HWY_AVX3 | HWY_AVX3_DL;
  if (!cpu_features.avx2) disabled |= HWY_AVX2;
  hwy::DisableTargets(disabled);
#endif
}

}  // namespace tutti::kernel
