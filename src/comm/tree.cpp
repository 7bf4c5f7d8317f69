// SPDX-License-Identifier: Apache-2.0
#include "comm/tree.h"

#include <algorithm>
#include <bit>
#include <numeric>

#include "base/error.h"

namespace tutti::comm {
namespace {

/// Appends the largest nodes below [first, last) whose leaves all have one owner.
void append_nodes(const std::vector<int64_t>& owners, int64_t first, int64_t last,
                  std::vector<Node>& nodes) {
  const auto begin = owners.begin() + first, end = owners.begin() + last;
  if (std::all_of(begin, end, [&](int64_t owner) { return owner == *begin; })) {
    nodes.push_back({first, last, *begin});
    return;
  }
  const int64_t middle = split_of(first, last);
  append_nodes(owners, first, middle, nodes);
  append_nodes(owners, middle, last, nodes);
}

/// Appends the order in which [first, last) is added; `next` is the first node not yet used.
void append_order(const std::vector<Node>& nodes, int64_t first, int64_t last, size_t& next,
                  std::vector<int64_t>& order) {
  check(next < nodes.size() && nodes[next].first == first && nodes[next].last <= last,
        "no node begins at micro-batch {}", first);
  if (nodes[next].last == last) {
    order.push_back(static_cast<int64_t>(next++));
    return;
  }
  const int64_t middle = split_of(first, last);
  append_order(nodes, first, middle, next, order);
  append_order(nodes, middle, last, next, order);
  order.push_back(kAdd);
}

}  // namespace

std::vector<int64_t> leaf_sizes(int64_t micro_batches, int64_t most_leaves) {
  const int64_t leaves = most_leaves > 0 ? std::min(micro_batches, most_leaves) : micro_batches;
  std::vector<int64_t> sizes;
  for (int64_t leaf = 0; leaf < leaves; leaf++)
    sizes.push_back(slice_of(micro_batches, leaf, leaves).size());
  return sizes;
}

int64_t split_of(int64_t first, int64_t last) {
  check(last - first >= 2, "{} leaves cannot be split", last - first);
  return first + static_cast<int64_t>(std::bit_floor(static_cast<uint64_t>(last - first - 1)));
}

std::vector<int64_t> even_shares(int64_t leaves, int64_t ranks) {
  std::vector<int64_t> shares;
  for (int64_t rank = 0; rank < ranks; rank++)
    shares.push_back(leaves / ranks + (rank < leaves % ranks));
  return shares;
}

std::vector<int64_t> scaled_shares(const std::vector<int64_t>& shares, int64_t leaves) {
  const int64_t all = std::accumulate(shares.begin(), shares.end(), int64_t{0});
  check(all > 0, "no process has a share");
  std::vector<int64_t> scaled;
  std::vector<size_t> by_rest(shares.size());
  int64_t given = 0;
  for (const int64_t share : shares) {
    scaled.push_back(share * leaves / all);
    given += scaled.back();
  }
  std::iota(by_rest.begin(), by_rest.end(), size_t{0});
  std::stable_sort(by_rest.begin(), by_rest.end(), [&](size_t a, size_t b) {
    return shares[a] * leaves % all > shares[b] * leaves % all;
  });
  for (size_t i = 0; given < leaves; i++, given++) scaled[by_rest[i]]++;
  return scaled;
}

std::vector<Node> place_nodes(const std::vector<int64_t>& shares) {
  std::vector<int64_t> owners;  // of each leaf
  const int64_t largest = *std::max_element(shares.begin(), shares.end());
  for (auto size = std::bit_floor(static_cast<uint64_t>(largest)); size > 0; size /= 2)
    for (size_t rank = 0; rank < shares.size(); rank++)
      if (static_cast<uint64_t>(shares[rank]) & size)
        owners.insert(owners.end(), size, static_cast<int64_t>(rank));
  std::vector<Node> nodes;
  if (!owners.empty()) append_nodes(owners, 0, static_cast<int64_t>(owners.size()), nodes);
  return nodes;
}

std::vector<int64_t> adding_order(const std::vector<Node>& nodes) {
  std::vector<int64_t> order;
  size_t next = 0;
  if (!nodes.empty()) append_order(nodes, 0, nodes.back().last, next, order);
  return order;
}

Slice slice_of(int64_t count, int64_t rank, int64_t ranks) {
  return {count * rank / ranks, count * (rank + 1) / ranks};
}

}  // namespace tutti::comm
