// SPDX-License-Identifier: Apache-2.0
// Adds the sums of a step over processes in the order of comm/tree.h. Every process owns a slice of
// the elements: it receives that slice of all nodes that others computed, adds, and sends the
// result to all. With c nodes, one of N processes sends (c + 1) (N - 1) / N of the bytes of its
// sums; with one node that is what a ring sends.
#pragma once

#include <span>
#include <vector>

#include "comm/communicator.h"
#include "comm/tree.h"

namespace tutti::comm {

class TreeSum {
 public:
  /// The communicator must outlive it.
  explicit TreeSum(Communicator& communicator) : communicator_(communicator) {}

  /// Begins a step, in which the processes compute these nodes, those of place_nodes(), each with
  /// `count` float32 elements.
  void begin(std::vector<Node> nodes, int64_t count);
  /// The memory for a node of this process; to be filled before send().
  std::span<float> part(size_t node);
  /// Begins to send what others own of a node, while the next node is computed.
  void send(size_t node);
  /// The sums of all nodes; valid until the next begin(). Every node of this process was sent.
  std::span<const float> finish();

 private:
  /// Pieces of at most kChunk elements of the slice that a rank owns.
  std::vector<Slice> chunks_of(int64_t rank) const;
  bool is_own(size_t node) const { return nodes_[node].owner == communicator_.rank(); }
  void add_chunk(const Slice& chunk);

  Communicator& communicator_;
  int64_t count_ = 0;
  uint64_t tag_ = 0;  // of results; tag_ + 1 + k is that of node k
  std::vector<Node> nodes_;
  std::vector<int64_t> order_;
  std::vector<size_t> place_;  // of each node among this process's own, or among the others'
  // By place: all elements of an own node, the owned slice of another's.
  std::vector<std::vector<float>> own_, received_;
  std::vector<std::vector<float>> scratch_;  // by place on the stack, a chunk each
  std::vector<float> result_;
  std::vector<std::vector<Transfer>> arriving_;  // [node][chunk]
  std::vector<Transfer> sent_, results_;
};

}  // namespace tutti::comm
