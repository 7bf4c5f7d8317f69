// SPDX-License-Identifier: Apache-2.0
// How the sums of a step are added by any number of processes with the same bits. The micro-batches
// of a step are dealt out to the leaves of one binary tree, those of a leaf being added one after
// another. A range of leaves is split after the largest power of two that is less than its length,
// which is also the order of train/accumulate.h. Each process adds up a few whole subtrees by
// itself; the nodes above them add numbers of several processes. So neither the number of processes
// nor their shares change which numbers are added to which.
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

/// How many micro-batches each leaf of a step has: one where there are at most `most_leaves`, or
/// where that is 0; else there are so many leaves, whose sizes differ by one at most.
std::vector<int64_t> leaf_sizes(int64_t micro_batches, int64_t most_leaves);

/// Where a range of at least two leaves is split: its left part is [first, split).
int64_t split_of(int64_t first, int64_t last);

/// The numbers of leaves that processes of equal speed take: they differ by one at most, and their
/// sum is `leaves`.
std::vector<int64_t> even_shares(int64_t leaves, int64_t ranks);

/// Shares of another number of leaves in the same proportions, as nearly as whole numbers allow:
/// what a short last step uses. `shares` has a positive sum.
std::vector<int64_t> scaled_shares(const std::vector<int64_t>& shares, int64_t leaves);

/// Which nodes each process computes, by the first leaf. Shares are cut into powers of two, which
/// are laid end to end, the largest first, so that each begins at a multiple of its size and is a
/// node of the tree. A process has as many nodes as its share has binary digits that are 1, or
/// fewer where neighbours join. Every share is 0 or more.
std::vector<Node> place_nodes(const std::vector<int64_t>& shares);

/// The order in which the nodes of place_nodes() are added, in postfix form: a number k >= 0 pushes
/// node k, kAdd replaces the two sums on top by (lower + upper).
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
