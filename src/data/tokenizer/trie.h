// SPDX-License-Identifier: Apache-2.0
// A set of strings with ids, in which the longest one that begins a text is found.
#pragma once

#include <array>
#include <cstdint>
#include <string_view>
#include <vector>

namespace tutti::data {

class Trie {
 public:
  static constexpr uint32_t kRoot = 0;
  static constexpr uint32_t kNoNode = 0x7FFFFFFF;
  static constexpr int32_t kNoId = -1;

  struct Match {
    int32_t id = kNoId;
    size_t size = 0;
  };

  Trie();
  /// Adds a non-empty string, or replaces its id. Throws UserError if all strings together have
  /// more than 16 Mi different prefixes.
  void insert(std::string_view text, int32_t id);
  /// Returns the node that `text` leads to from the root, or kNoNode.
  uint32_t find(std::string_view text) const;
  /// The node after another by a byte, or kNoNode.
  uint32_t child(uint32_t node, char byte) const { return edge(node, byte).child & ~kAccepts; }
  /// The id of the string that ends at a node, or kNoId.
  int32_t id(uint32_t node) const { return ids_[node]; }
  size_t nodes() const { return ids_.size(); }
  /// The longest string that continues `from` at the beginning of `text`; kNoId if there is none.
  Match longest(std::string_view text, uint32_t from = kRoot) const;

 private:
  // An edge in a hash table with open addressing.
  struct Edge {
    uint32_t key;    // node << 8 | byte
    uint32_t child;  // with kAccepts if a string ends there, so that a search reads nothing else
  };
  static constexpr uint32_t kAccepts = 0x80000000;

  size_t slot_of(uint32_t key) const;
  const Edge& edge(uint32_t node, char byte) const;
  void grow();
  uint32_t add_node();

  std::vector<Edge> edges_;
  int shift_;
  std::vector<int32_t> ids_;          // by node
  std::array<Edge, 256> root_edges_;  // by byte, which is faster than the table
};

}  // namespace tutti::data
