// SPDX-License-Identifier: Apache-2.0
// Pairs of numbers, as complex numbers are stored: joins two tensors to pairs, or takes one number
// of each pair.
#pragma once

#include <cstddef>
#include <cstdint>

namespace tutti::kernel {

/// to[2 i] = first[i], to[2 i + 1] = second[i] for elements of 4 or 8 bytes.
void join_pairs(size_t element_bytes, const std::byte* first, const std::byte* second,
                int64_t count, std::byte* to);
/// to[i] = from[2 i] for elements of 4 or 8 bytes.
void take_every_other(size_t element_bytes, const std::byte* from, int64_t count, std::byte* to);

}  // namespace tutti::kernel
