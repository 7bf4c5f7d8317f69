// SPDX-License-Identifier: Apache-2.0
#include "base/fast_hash.h"

// The library's code is compiled into this file.
#define XXH_INLINE_ALL
#include <xxhash.h>

namespace tutti {

uint64_t fast_hash(const void* data, std::size_t bytes) {
  return XXH3_64bits(data, bytes);
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
  XXH3_64bits_update(&state_->hash, data, bytes);
}

uint64_t FastHash::value() const {
  return XXH3_64bits_digest(&state_->hash);
}

}  // namespace tutti
