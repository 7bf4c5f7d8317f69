// SPDX-License-Identifier: Apache-2.0
// The segments of packed rows, found by scanning.
#pragma once

#include <cstdint>
#include <span>

namespace tutti::kernel {

/// Tokens of one row with the same |segment|.
struct SegmentRange {
  int64_t first;   // index into [rows, length]
  int32_t length;  // tokens
  int32_t keys;    // tokens with segment > 0; 0 for filler
};

/// Writes the ranges of `segment` [rows, length] in order into `out`, which has room for rows *
/// length; returns how many. Throws UserError where equal segments of a row do not stand together,
/// or where one is longer than `longest`.
int64_t find_segments(const int32_t* segment, int64_t rows, int64_t length, int64_t longest,
                      std::span<SegmentRange> out);

}  // namespace tutti::kernel
