// SPDX-License-Identifier: Apache-2.0
// What processes send each other of the sums of a step, and in which order. comm/tree_sum.h sends
// by it, and comm/simulate.h predicts by the same how long that takes.
#pragma once

#include <vector>

#include "comm/tree.h"

namespace tutti::comm {

/// Elements that travel together. Adding begins when the first have come, so fewer shorten the time
/// in which nothing is sent; more make the headers of messages count for less.
inline constexpr int64_t kChunk = int64_t{32} << 10;

/// The chunks of the part of `elements` that a rank adds, of at most `size` elements each.
std::vector<Slice> chunks_of(const Slice& elements, int64_t rank, int64_t ranks,
                             int64_t size = kChunk);

/// A message: which chunk of an owner's part, and to whom. Of a node's sums it is the receiver's
/// own chunk, of results the sender's.
struct ChunkMessage {
  int64_t chunk = 0;
  int64_t to = 0;

  bool operator==(const ChunkMessage&) const = default;
};

/// Message n >= 0 of those that a rank sends of the sums of a node, or of its results: n runs over
/// the chunks, and for each over the other ranks. Where the part of a rank has fewer chunks than
/// others, the messages of those that it lacks are left out.
ChunkMessage nth_message(int64_t n, int64_t rank, int64_t ranks);

}  // namespace tutti::comm
