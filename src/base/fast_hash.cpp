// SPDX-License-Identifier: Apache-2.0
#include "base/fast_hash.h"

// The library's code is compiled into this file.
#define XXH_INLINE_ALL
#include <xxhash.h>

namespace tutti {

uint64_t fast_hash(const void* data, std::size_t bytes) {
  return XXH3_64bits(data, bytes);
}

}  // namespace tutti
