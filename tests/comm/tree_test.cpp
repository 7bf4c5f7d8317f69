// SPDX-License-Identifier: Apache-2.0
#include "comm/tree.h"

#include <gtest/gtest.h>

#include <bit>
#include <numeric>

namespace tutti::comm {
namespace {

using Shares = std::vector<int64_t>;

std::string text_of(const std::vector<Node>& nodes) {
  std::string text;
  for (const Node& node : nodes)
    text += fmt::format("{}[{},{}){}", text.empty() ? "" : " ", node.first, node.last, node.owner);
  return text;
}

/// The sum in words: a leaf is its number.
std::string words_of(const std::vector<Node>& nodes) {
  const std::function<std::string(int64_t, int64_t)> tree = [&](int64_t first, int64_t last) {
    if (last - first == 1) return std::to_string(first);
    int64_t size = 1;
    while (2 * size < last - first) size *= 2;
    return "(" + tree(first, first + size) + "+" + tree(first + size, last) + ")";
  };
  std::vector<std::string> stack;
  for (const int64_t step : adding_order(nodes)) {
    if (step != kAdd) {
      const Node& node = nodes[static_cast<size_t>(step)];
      stack.push_back(tree(node.first, node.last));
      continue;
    }
    const std::string upper = stack.back();
    stack.pop_back();
    stack.back() = "(" + stack.back() + "+" + upper + ")";
  }
  EXPECT_EQ(stack.size(), 1U);
  return stack.at(0);
}

TEST(Tree, SplitsAfterTheLargestPowerOfTwoBelow) {
  EXPECT_EQ(split_of(0, 2), 1);
  EXPECT_EQ(split_of(0, 3), 2);
  EXPECT_EQ(split_of(0, 8), 4);
  EXPECT_EQ(split_of(8, 14), 12);
  EXPECT_EQ(split_of(0, 24), 16);
}

TEST(Tree, PlacesTheLargestBlocksFirst) {
  EXPECT_EQ(text_of(place_nodes({8})), "[0,8)0");
  EXPECT_EQ(text_of(place_nodes({4, 4})), "[0,4)0 [4,8)1");
  EXPECT_EQ(text_of(place_nodes({5, 3})), "[0,4)0 [4,6)1 [6,7)0 [7,8)1");
  EXPECT_EQ(text_of(place_nodes({7, 1})), "[0,4)0 [4,6)0 [6,7)0 [7,8)1");
  EXPECT_EQ(text_of(place_nodes({0, 2, 0})), "[0,2)1");
  EXPECT_EQ(text_of(place_nodes({1})), "[0,1)0");
}

/// 14 leaves of one process are one node, although 14 has three binary digits that are 1.
TEST(Tree, NeighboursOfOneProcessJoin) {
  EXPECT_EQ(text_of(place_nodes({14})), "[0,14)0");
  EXPECT_EQ(text_of(place_nodes({6, 8})), "[0,8)1 [8,14)0");
}

TEST(Tree, DealsMicroBatchesOutToLeaves) {
  EXPECT_EQ(leaf_sizes(4, 8), (Shares{1, 1, 1, 1}));
  EXPECT_EQ(leaf_sizes(8, 8), Shares(8, 1));
  EXPECT_EQ(leaf_sizes(12, 8), (Shares{1, 2, 1, 2, 1, 2, 1, 2}));
  EXPECT_EQ(leaf_sizes(32, 1), Shares{32});
  EXPECT_EQ(leaf_sizes(9, 0), Shares(9, 1));
}

TEST(Tree, AddsInOneOrderWhateverTheShares) {
  EXPECT_EQ(words_of(place_nodes({5, 1})), "(((0+1)+(2+3))+(4+5))");
  const std::vector<std::pair<int64_t, std::vector<Shares>>> cases = {
      {8, {{8}, {4, 4}, {5, 3}, {7, 1}, {1, 1, 1, 1, 1, 1, 1, 1}, {3, 3, 2}, {0, 8}, {2, 0, 6}}},
      {24, {{24}, {12, 12}, {16, 8}, {21, 3}, {3, 14, 7}, {5, 3, 16}, {4, 4, 4, 4, 4, 4}}},
      {7, {{7}, {4, 3}, {3, 3, 1}, {1, 1, 1, 1, 1, 1, 1}}}};
  for (const auto& [leaves, all] : cases)
    for (const Shares& shares : all) {
      ASSERT_EQ(std::accumulate(shares.begin(), shares.end(), int64_t{0}), leaves);
      EXPECT_EQ(words_of(place_nodes(shares)), words_of(place_nodes({leaves})));
    }
}

TEST(Tree, AProcessHasNoMoreNodesThanDigits) {
  for (int64_t first = 0; first <= 24; first++)
    for (int64_t second = 0; first + second <= 24; second++) {
      const Shares shares = {first, second, 24 - first - second};
      const auto nodes = place_nodes(shares);
      Shares leaves(3, 0), counts(3, 0);
      for (const Node& node : nodes) {
        leaves[static_cast<size_t>(node.owner)] += node.last - node.first;
        counts[static_cast<size_t>(node.owner)]++;
      }
      EXPECT_EQ(leaves, shares);
      for (size_t rank = 0; rank < 3; rank++)
        EXPECT_LE(counts[rank], std::popcount(static_cast<uint64_t>(shares[rank])));
    }
}

TEST(Tree, SharesAddUp) {
  EXPECT_EQ(even_shares(8, 3), (Shares{3, 3, 2}));
  EXPECT_EQ(even_shares(2, 3), (Shares{1, 1, 0}));
  EXPECT_EQ(scaled_shares({5, 3}, 8), (Shares{5, 3}));
  EXPECT_EQ(scaled_shares({5, 3}, 4), (Shares{3, 1}));  // 2.5 and 1.5: the first of equal rests
  EXPECT_EQ(scaled_shares({21, 3}, 1), (Shares{1, 0}));
  EXPECT_EQ(scaled_shares({3, 14, 7}, 5), (Shares{1, 3, 1}));
}

TEST(Tree, SlicesCoverAllElements) {
  for (const int64_t count : {0, 1, 5, 1000})
    for (const int64_t ranks : {1, 3, 8}) {
      int64_t at = 0;
      for (int64_t rank = 0; rank < ranks; rank++) {
        EXPECT_EQ(slice_of(count, rank, ranks).begin, at);
        at = slice_of(count, rank, ranks).end;
      }
      EXPECT_EQ(at, count);
    }
}

}  // namespace
}  // namespace tutti::comm
