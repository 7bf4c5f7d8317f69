// SPDX-License-Identifier: Apache-2.0
#include "kernel/attention_segments.h"

#include "base/error.h"

namespace tutti::kernel {
namespace {

// |segment|, also where the most negative number has no positive one.
uint32_t identity_of(int32_t segment) {
  const auto bits = static_cast<uint32_t>(segment);
  return segment < 0 ? 0u - bits : bits;
}

SegmentRange range_at(const int32_t* row, int64_t start, int64_t length, int64_t first_of_row) {
  SegmentRange range{first_of_row + start, 0, 0};
  const uint32_t identity = identity_of(row[start]);
  for (int64_t i = start; i < length && identity_of(row[i]) == identity; i++) {
    range.length++;
    if (row[i] > 0) range.keys++;
  }
  return range;
}

}  // namespace

int64_t find_segments(const int32_t* segment, int64_t rows, int64_t length, int64_t longest,
                      std::span<SegmentRange> out) {
  size_t count = 0;
  for (int64_t r = 0; r < rows; r++) {
    const int32_t* row = segment + r * length;
    const size_t first_range = count;
    for (int64_t i = 0; i < length; i += out[count++].length) {
      const SegmentRange range = range_at(row, i, length, r * length);
      const uint32_t identity = identity_of(row[i]);
      out[count] = range;
      if (identity == 0) continue;
      if (range.length > longest)
        user_error("attention: row {}, token {}: segment {} has {} tokens, expected at most {}", r,
                   i, identity, range.length, longest);
      for (size_t before = first_range; before < count; before++)
        if (identity_of(segment[out[before].first]) == identity)
          user_error(
              "attention: row {}, token {}: segment {} begins a second time, expected its tokens "
              "together; give each sequence of a row its own number",
              r, i, identity);
    }
  }
  return static_cast<int64_t>(count);
}

}  // namespace tutti::kernel
