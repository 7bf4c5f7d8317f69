// SPDX-License-Identifier: Apache-2.0
#include "base/fast_hash_vectors.h"

#if defined(__x86_64__)
#include <immintrin.h>

#include <cstring>

#if defined(__clang__)
#pragma clang attribute push(__attribute__((target("avx512f"))), apply_to = function)
#else
#pragma GCC push_options
#pragma GCC target("avx512f")
// g++ 12 warns of its own intrinsics, whose masked-out lanes are left undefined.
#pragma GCC diagnostic ignored "-Wmaybe-uninitialized"
#pragma GCC diagnostic ignored "-Wuninitialized"
#endif

// The library's code is compiled into this file.
#define XXH_INLINE_ALL
#define XXH_VECTOR XXH_AVX512
#include <xxhash.h>

namespace tutti {
namespace {

uint64_t hash(const void* data, std::size_t bytes) {
  return XXH3_64bits(data, bytes);
}

void update(void* state, const void* data, std::size_t bytes) {
  XXH3_64bits_update(static_cast<XXH3_state_t*>(state), data, bytes);
}

}  // namespace

const FastHashLoop kFastHashAvx512 = {hash, update};

}  // namespace tutti

#if defined(__clang__)
#pragma clang attribute pop
#else
#pragma GCC pop_options
#endif
#endif
