// SPDX-License-Identifier: Apache-2.0
// Adds the sums of a step over processes in the order of comm/tree.h. The elements are cut into
// buckets, and every process owns a slice of each: it receives that slice of all the other
// processes' nodes, adds them, and sends the result to all. With c nodes, one of N processes sends
// (c + 1) (N - 1) / N of the bytes of its sums; with one node, as much as a ring.
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

  /// Begins a step in which the processes compute these nodes of place_nodes(). `buckets` cut their
  /// float32 elements into parts, which are added in any order. Both are equal in all processes.
  void begin(std::vector<Node> nodes, std::vector<Slice> buckets);
  size_t buckets() const { return buckets_.size(); }
  const std::vector<Node>& nodes() const { return nodes_; }
  bool is_own(size_t node) const { return nodes_[node].owner == communicator_.rank(); }

  /// The memory for all elements of a node of this process.
  std::span<float> part(size_t node);
  /// Begins to send the slices of a node's bucket that others own; the data is in part().
  void send(size_t node, size_t bucket);
  /// Adds this process's slice of a bucket once it has arrived from the others, and begins to send
  /// the result. This process has sent the bucket of all its nodes. May run on another thread than
  /// send() for later buckets.
  void add(size_t bucket);
  /// Waits for the others and returns the sums of all nodes; valid until the next begin(). Every
  /// bucket has been added.
  std::span<const float> finish();

 private:
  /// Chunks of at most kChunk elements of the slice of a bucket that a rank owns.
  std::vector<Slice> chunks_of(size_t bucket, int64_t rank) const;
  /// The tag of a bucket's results, or of a node's part of the bucket.
  uint64_t tag_of(size_t bucket) const { return tag_ + bucket; }
  uint64_t tag_of(size_t bucket, size_t node) const {
    return tag_ + (node + 1) * buckets_.size() + bucket;
  }
  void give_places();
  void make_room_for_buckets();
  /// The memory for a chunk's sum at this place on the stack.
  std::vector<float>& scratch(size_t place);
  void begin_to_receive(size_t bucket);
  void add_chunk(const Slice& chunk, int64_t received);

  Communicator& communicator_;
  int64_t count_ = 0;
  uint64_t tag_ = 0;
  std::vector<Slice> buckets_;
  std::vector<Node> nodes_;
  std::vector<int64_t> order_;
  std::vector<size_t> place_;  // of each node, among own nodes or among others'
  // By place: all elements of an own node; the owned slices of another's node, bucket by bucket.
  std::vector<std::vector<float>> own_, received_;
  std::vector<int64_t> received_begin_;      // of each bucket's slice in received_
  std::vector<std::vector<float>> scratch_;  // by place on the stack, a chunk each
  std::vector<float> result_;
  std::vector<std::vector<std::vector<Transfer>>> arriving_;  // [bucket][node][chunk]
  std::vector<Transfer> sent_, returned_, results_;
};

}  // namespace tutti::comm
