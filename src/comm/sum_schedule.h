// SPDX-License-Identifier: Apache-2.0
// Which sums of a step the processes send each other, and in which order. comm/tree_sum.h follows
// this schedule, and comm/simulate.h predicts its time.
#pragma once

#include <vector>

#include "comm/tree.h"

namespace tutti::comm {

/// Elements sent together. Adding begins when the first chunk arrives, so smaller chunks shorten
/// the time in which nothing is sent; larger ones reduce the overhead of headers.
inline constexpr int64_t kChunk = int64_t{32} << 10;

/// The chunks of the part of `elements` that a rank adds, of at most `size` elements each.
std::vector<Slice> chunks_of(const Slice& elements, int64_t rank, int64_t ranks,
                             int64_t size = kChunk);

/// A message: a chunk of an owner's part, and its destination. The owner is the receiver for a
/// node's sums and the sender for results.
struct ChunkMessage {
  int64_t chunk = 0;
  int64_t to = 0;

  bool operator==(const ChunkMessage&) const = default;
};

/// Message n >= 0 that a rank sends for the sums of a node, or for its results: n runs over the
/// chunks, and within each over the other ranks. If a rank's part has fewer chunks than others,
/// messages for the missing ones are left out.
ChunkMessage nth_message(int64_t n, int64_t rank, int64_t ranks);

}  // namespace tutti::comm
