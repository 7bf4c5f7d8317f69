// SPDX-License-Identifier: Apache-2.0
// How any number of processes adds the sums of a step with the same bits. The micro-batches of a
// step are distributed over the leaves of one binary tree; those of a leaf are added one after
// another. A range of leaves is split after the largest power of two below its length, which is
// also the order of train/accumulate.h. Each process adds a few whole subtrees by itself; the nodes
// above them combine several processes. So neither the number of processes nor their shares change
// which numbers are added to which.
#pragma once

#include <cstdint>
#include <vector>

namespace tutti::comm {

/// A node of the tree: the leaves [first, last), all computed by one process.
struct Node {
  int64_t first = 0;
  int64_t last = 0;
  int64_t owner = 0;  // the rank of that process

  bool operator==(const Node&) const = default;
};

/// The number of micro-batches in each leaf of a step: one if there are at most `most_leaves`, or
/// if that is 0; otherwise there are `most_leaves` leaves, whose sizes differ by at most one.
std::vector<int64_t> leaf_sizes(int64_t micro_batches, int64_t most_leaves);

/// Where a range of at least two leaves is split: its left part is [first, split).
int64_t split_of(int64_t first, int64_t last);

/// The numbers of leaves for processes of equal speed: they differ by at most one, and their sum is
/// `leaves`.
std::vector<int64_t> even_shares(int64_t leaves, int64_t ranks);

/// Shares of another number of leaves in the same proportions, as nearly as whole numbers allow;
/// used for a short last step. `shares` has a positive sum.
std::vector<int64_t> scaled_shares(const std::vector<int64_t>& shares, int64_t leaves);

/// The nodes that each process computes, ordered by first leaf. Shares are cut into powers of two,
/// which are laid end to end, the largest first, so that each begins at a multiple of its size and
/// is a node of the tree. A process has as many nodes as its share has 1 bits, or fewer where
/// neighbors merge. No share is negative.
std::vector<Node> place_nodes(const std::vector<int64_t>& shares);

/// The order of adding the nodes of place_nodes(), in postfix form: k >= 0 pushes node k, kAdd
/// replaces the two sums on top by (lower + upper).
inline constexpr int64_t kAdd = -1;
std::vector<int64_t> adding_order(const std::vector<Node>& nodes);

/// The part of `count` elements that a rank adds: [begin, end).
struct Slice {
  int64_t begin = 0;
  int64_t end = 0;

  int64_t size() const { return end - begin; }
};
Slice slice_of(int64_t count, int64_t rank, int64_t ranks);

}  // namespace tutti::comm
