// SPDX-License-Identifier: Apache-2.0
// Copies of many rows of few elements, where a row must cost little more than its elements.
#pragma once

#include <cstddef>
#include <cstdint>

namespace tutti::kernel {

/// Writes `rows` rows of `length` elements of 1, 2, 4 or 8 bytes, one after the other, to `to`.
/// Element i of row r is from[r * row_stride + i * stride].
void copy_short_rows(size_t element_bytes, const std::byte* from, int64_t stride, int64_t length,
                     int64_t row_stride, int64_t rows, std::byte* to);

}  // namespace tutti::kernel
