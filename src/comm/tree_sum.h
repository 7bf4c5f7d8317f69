// SPDX-License-Identifier: Apache-2.0
// Adds the sums of a step over processes in the order of comm/tree.h. The elements are cut into
// buckets, and every process owns a slice of each: it receives that slice of all nodes that others
// computed, adds, and sends the result to all. With c nodes, one of N processes sends
// (c + 1) (N - 1) / N of the bytes of its sums; with one node that is what a ring sends.
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

  /// Begins a step, in which the processes compute these nodes, those of place_nodes(). `buckets`
  /// cut their float32 elements into parts, which are added in any order. Both are the same in all
  /// processes.
  void begin(std::vector<Node> nodes, std::vector<Slice> buckets);
  size_t buckets() const { return buckets_.size(); }
  const std::vector<Node>& nodes() const { return nodes_; }
  bool is_own(size_t node) const { return nodes_[node].owner == communicator_.rank(); }

  /// The memory for all elements of a node of this process.
  std::span<float> part(size_t node);
  /// Begins to send what others own of a bucket of a node, which is in part() now.
  void send(size_t node, size_t bucket);
  /// Adds what this process owns of a bucket, as soon as it has come from the others, and begins to
  /// send the result. All nodes of this process were sent of this bucket. Another thread than the
  /// one that calls send() for later buckets may call it.
  void add(size_t bucket);
  /// The sums of all nodes, once they have come from the others; valid until the next begin().
  /// Every bucket was added.
  std::span<const float> finish();

 private:
  /// Pieces of at most kChunk elements of the slice of a bucket that a rank owns.
  std::vector<Slice> chunks_of(size_t bucket, int64_t rank) const;
  /// Of the results of a bucket, or of a node's part of it.
  uint64_t tag_of(size_t bucket) const { return tag_ + bucket; }
  uint64_t tag_of(size_t bucket, size_t node) const {
    return tag_ + (node + 1) * buckets_.size() + bucket;
  }
  void give_places();
  void make_room_for_buckets();
  /// The memory for a chunk that is the sum at this place on the stack.
  std::vector<float>& scratch(size_t place);
  void begin_to_receive(size_t bucket);
  void add_chunk(const Slice& chunk, int64_t received);

  Communicator& communicator_;
  int64_t count_ = 0;
  uint64_t tag_ = 0;
  std::vector<Slice> buckets_;
  std::vector<Node> nodes_;
  std::vector<int64_t> order_;
  std::vector<size_t> place_;  // of each node among this process's own, or among the others'
  // By place: all elements of an own node, the owned slices of another's, bucket by bucket.
  std::vector<std::vector<float>> own_, received_;
  std::vector<int64_t> received_begin_;      // of each bucket's slice in received_
  std::vector<std::vector<float>> scratch_;  // by place on the stack, a chunk each
  std::vector<float> result_;
  std::vector<std::vector<std::vector<Transfer>>> arriving_;  // [bucket][node][chunk]
  std::vector<Transfer> sent_, returned_, results_;
};

}  // namespace tutti::comm
