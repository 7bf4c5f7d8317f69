// SPDX-License-Identifier: Apache-2.0
#include "base/fast_hash.h"

#include "base/fast_hash_vectors.h"

// The library's code is compiled into this file.
#define XXH_INLINE_ALL
#include <xxhash.h>

namespace tutti {
namespace {

constexpr FastHashLoop kBaseline = {
    [](const void* data, std::size_t bytes) -> uint64_t { return XXH3_64bits(data, bytes); },
    [](void* state, const void* data, std::size_t bytes) {
      XXH3_64bits_update(static_cast<XXH3_state_t*>(state), data, bytes);
    }};

/// That of the widest vectors that this processor has.
const FastHashLoop& loop() {
#if defined(__x86_64__)
  static const FastHashLoop& widest = __builtin_cpu_supports("avx512f") ? kFastHashAvx512
                                      : __builtin_cpu_supports("avx2")  ? kFastHashAvx2
                                                                        : kBaseline;
  return widest;
#else
  return kBaseline;
#endif
}

}  // namespace

uint64_t fast_hash(const void* data, std::size_t bytes) {
  return loop().hash(data, bytes);
}

struct FastHash::State {
  XXH3_state_t hash;
};

FastHash::FastHash() : state_(std::make_unique<State>()) {
  begin();
}

FastHash::~FastHash() = default;

void FastHash::begin() {
  XXH3_64bits_reset(&state_->hash);
}

void FastHash::update(const void* data, std::size_t bytes) {
  loop().update(&state_->hash, data, bytes);
}

uint64_t FastHash::value() const {
  return XXH3_64bits_digest(&state_->hash);
}

}  // namespace tutti
