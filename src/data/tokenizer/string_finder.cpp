// SPDX-License-Identifier: Apache-2.0
#include "data/tokenizer/string_finder.h"

#include <algorithm>

namespace tutti::data {

void StringFinder::add(std::string_view text, int32_t id) {
  strings_.emplace_back(text.rbegin(), text.rend());
  trie_.insert(strings_.back(), id);
}

void StringFinder::prepare() {
  struct Edge {
    uint32_t parent, child;
    char byte;
  };
  std::vector<Edge> edges;
  size_.assign(trie_.nodes(), 0);
  for (const std::string& text : strings_) {
    uint32_t node = Trie::kRoot, size = 0;
    for (const char byte : text) {
      const uint32_t child = trie_.child(node, byte);
      if (size_[child] == 0) edges.push_back({node, child, byte});
      size_[child] = ++size;
      node = child;
    }
  }
  // The endings of a string are shorter: they must be known first.
  std::stable_sort(edges.begin(), edges.end(),
                   [&](const Edge& a, const Edge& b) { return size_[a.child] < size_[b.child]; });
  shorter_.assign(trie_.nodes(), Trie::kRoot);
  accepted_.assign(trie_.nodes(), Trie::kNoNode);
  for (const auto& [parent, child, byte] : edges) {
    if (parent != Trie::kRoot) shorter_[child] = step(shorter_[parent], byte);
    accepted_[child] = trie_.id(child) != Trie::kNoId ? child : accepted_[shorter_[child]];
  }
  strings_.clear();
}

/// The node of the longest ending of a node's string and a byte.
uint32_t StringFinder::step(uint32_t node, char byte) const {
  for (;; node = shorter_[node]) {
    const uint32_t child = trie_.child(node, byte);
    if (child != Trie::kNoNode) return child;
    if (node == Trie::kRoot) return node;
  }
}

std::vector<StringFinder::Match> StringFinder::find_all(std::string_view text) const {
  std::vector<Match> matches;
  if (accepted_.size() <= 1) return matches;  // there are no strings
  uint32_t node = Trie::kRoot;
  for (size_t at = text.size(); at-- > 0;) {
    node = step(node, text[at]);
    if (node == Trie::kRoot) continue;
    const uint32_t found = accepted_[node];
    if (found != Trie::kNoNode) matches.push_back({at, size_[found], trie_.id(found)});
  }
  return matches;
}

}  // namespace tutti::data
