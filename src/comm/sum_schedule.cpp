// SPDX-License-Identifier: Apache-2.0
#include "comm/sum_schedule.h"

#include <algorithm>

namespace tutti::comm {

std::vector<Slice> chunks_of(const Slice& elements, int64_t rank, int64_t ranks, int64_t size) {
  const Slice part = slice_of(elements.size(), rank, ranks);
  std::vector<Slice> chunks;
  for (int64_t at = part.begin; at < part.end; at += size)
    chunks.push_back({elements.begin + at, elements.begin + std::min(at + size, part.end)});
  return chunks;
}

/// Every owner receives its first chunk first, so that all can begin to add. Each process starts
/// with the rank after its own, so that not all send to the same one.
ChunkMessage nth_message(int64_t n, int64_t rank, int64_t ranks) {
  const int64_t others = ranks - 1;
  return {n / others, (rank + 1 + n % others) % ranks};
}

}  // namespace tutti::comm
