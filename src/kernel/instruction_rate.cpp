// SPDX-License-Identifier: Apache-2.0
#include "kernel/instruction_rate.h"

#include <algorithm>
#include <chrono>
#include <cstdint>

#include "hwy/highway.h"
#include "kernel/cpu_features.h"

namespace tutti::kernel {

#if HWY_ARCH_X86_64
namespace {

// Twelve sums that do not depend on each other: two instructions a cycle of up to six cycles each.
constexpr int kSums = 12;
#define TUTTI_ON_TWELVE_SUMS(instruction, vector)                                                 \
  ".irp sum,4,5,6,7,8,9,10,11,12,13,14,15\n" instruction " %%" vector "0,%%" vector "0,%%" vector \
  "\\sum\n.endr\n"
#define TUTTI_SUMS                                                                            \
  "xmm0", "xmm4", "xmm5", "xmm6", "xmm7", "xmm8", "xmm9", "xmm10", "xmm11", "xmm12", "xmm13", \
      "xmm14", "xmm15"

/// The rate of a block of so many FLOPs: the best of several short measurements, as other programs
/// may interrupt some.
template <class Block>
double rate_of(double flops, const Block& block) {
  using Clock = std::chrono::steady_clock;
  constexpr int kMeasurements = 10, kBlocks = 20'000;
  double best = 0;
  for (int measurement = 0; measurement < kMeasurements; measurement++) {
    const auto begin = Clock::now();
    for (int i = 0; i < kBlocks; i++) block();
    const double seconds = std::chrono::duration<double>(Clock::now() - begin).count();
    best = std::max(best, flops * kBlocks / seconds);
  }
  return best;
}

double avx2_rate() {
  return rate_of(kSums * 8 * 2, [] {
    asm volatile("vxorps %%xmm0,%%xmm0,%%xmm0\n" TUTTI_ON_TWELVE_SUMS("vfmadd231ps", "ymm")
                 :
                 :
                 : TUTTI_SUMS);
  });
}

double avx512_rate() {
  return rate_of(kSums * 16 * 2, [] {
    asm volatile("vxorps %%xmm0,%%xmm0,%%xmm0\n" TUTTI_ON_TWELVE_SUMS("vfmadd231ps", "zmm")
                 :
                 :
                 : TUTTI_SUMS);
  });
}

double bf16_rate() {
  return rate_of(kSums * 32 * 2, [] {
    asm volatile("vxorps %%xmm0,%%xmm0,%%xmm0\n" TUTTI_ON_TWELVE_SUMS("vdpbf16ps", "zmm")
                 :
                 :
                 : TUTTI_SUMS);
  });
}

/// Six tiles of sums of 16 x 16, each of 32 products.
double tile_rate() {
  struct alignas(64) {
    uint8_t palette = 1, start_row = 0, reserved[14] = {};
    uint16_t row_bytes[16] = {64, 64, 64, 64, 64, 64, 64, 64};
    uint8_t rows[16] = {16, 16, 16, 16, 16, 16, 16, 16};
  } sizes;
  asm volatile("ldtilecfg %0" : : "m"(sizes) : "memory");
  asm volatile(".irp tile,0,1,2,3,4,5,6,7\ntilezero %tmm\\tile\n.endr");
  const double rate = rate_of(6.0 * 16 * 16 * 32 * 2, [] {
    asm volatile(".irp sum,0,1,2,3,4,5\ntdpbf16ps %tmm7,%tmm6,%tmm\\sum\n.endr");
  });
  asm volatile("tilerelease");
  return rate;
}

}  // namespace

double instruction_rate(bool is_bf16) {
  if (is_bf16 && has_amx()) return std::max(tile_rate(), bf16_rate());
  if (is_bf16 && has_avx512_bf16()) return bf16_rate();
  if (has_avx512()) return avx512_rate();
  return cpu_features.avx2 ? avx2_rate() : 0;
}

#else

double instruction_rate(bool) {
  return 0;
}

#endif

}  // namespace tutti::kernel
