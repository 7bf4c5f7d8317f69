// SPDX-License-Identifier: Apache-2.0
// The hash that goes with a message, by which its receiver sees whether it was damaged on its way.
#pragma once

#include <cstddef>
#include <cstdint>

namespace tutti::comm {

/// XXH3 with 64 bits: faster than any link. It does not protect from what is done on purpose.
uint64_t message_hash(const void* data, std::size_t bytes);

}  // namespace tutti::comm
