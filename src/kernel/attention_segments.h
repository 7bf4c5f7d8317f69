// SPDX-License-Identifier: Apache-2.0
// Finds the segments of packed rows.
#pragma once

#include <cstdint>
#include <span>

namespace tutti::kernel {

/// The tokens of one row that have the same |segment|.
struct SegmentRange {
  int64_t first;   // index into [rows, length]
  int32_t length;  // tokens
  int32_t keys;    // tokens with segment > 0; 0 for filler
};

/// Writes the ranges of `segment` [rows, length] in order into `out`, which has room for rows *
/// length of them, and returns how many there are. Throws UserError where the tokens of a segment
/// are not contiguous, or where a segment is longer than `longest`.
int64_t find_segments(const int32_t* segment, int64_t rows, int64_t length, int64_t longest,
                      std::span<SegmentRange> out);

}  // namespace tutti::kernel
