// SPDX-License-Identifier: Apache-2.0
#include "comm/message_hash.h"

// The library's code is compiled into this file.
#define XXH_INLINE_ALL
#include <xxhash.h>

namespace tutti::comm {

uint64_t message_hash(const void* data, std::size_t bytes) {
  return XXH3_64bits(data, bytes);
}

}  // namespace tutti::comm
