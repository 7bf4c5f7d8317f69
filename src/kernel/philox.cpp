// SPDX-License-Identifier: Apache-2.0
#include "kernel/philox.h"

#include "kernel/simd.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "kernel/philox.cpp"
#include "hwy/foreach_target.h"
//
#include "hwy/highway.h"
#include "kernel/elementwise-inl.h"

HWY_BEFORE_NAMESPACE();
namespace tutti::kernel::HWY_NAMESPACE {
namespace {

constexpr int64_t kSide = 64;  // blocks at once

/// One round of all blocks. The compiler turns loops of constant length into vector instructions.
void round_of(uint32_t (*c)[kSide], uint32_t first, uint32_t second) {
  TUTTI_INDEPENDENT_ITERATIONS
  for (int64_t i = 0; i < kSide; i++) {
    const uint64_t p = uint64_t{c[0][i]} * 0xD2511F53u, q = uint64_t{c[2][i]} * 0xCD9E8D57u;
    c[0][i] = static_cast<uint32_t>(q >> 32) ^ c[1][i] ^ first;
    c[1][i] = static_cast<uint32_t>(q);
    c[2][i] = static_cast<uint32_t>(p >> 32) ^ c[3][i] ^ second;
    c[3][i] = static_cast<uint32_t>(p);
  }
}

void philox_blocks(PhiloxCounter counter, uint64_t key, int64_t blocks, uint32_t* words) {
  alignas(64) uint32_t c[4][kSide];
  for (int64_t done = 0; done < blocks; done += kSide) {
    for (int64_t i = 0; i < kSide; i++) {
      const PhiloxCounter own = counter.plus(static_cast<uint64_t>(done + i));
      c[0][i] = static_cast<uint32_t>(own.low);
      c[1][i] = static_cast<uint32_t>(own.low >> 32);
      c[2][i] = static_cast<uint32_t>(own.high);
      c[3][i] = static_cast<uint32_t>(own.high >> 32);
    }
    auto first = static_cast<uint32_t>(key), second = static_cast<uint32_t>(key >> 32);
    for (int round = 0; round < 10; round++) {
      round_of(c, first, second);
      first += 0x9E3779B9u;
      second += 0xBB67AE85u;
    }
    const int64_t count = std::min(kSide, blocks - done);
    for (int64_t i = 0; i < count; i++)
      for (int64_t k = 0; k < 4; k++) words[4 * (done + i) + k] = c[k][i];
  }
}

}  // namespace
}  // namespace tutti::kernel::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace tutti::kernel {

HWY_EXPORT(philox_blocks);

void philox(PhiloxCounter first, uint64_t key, int64_t blocks, uint32_t* words) {
  HWY_DYNAMIC_DISPATCH(philox_blocks)(first, key, blocks, words);
}

}  // namespace tutti::kernel
#endif
