// SPDX-License-Identifier: Apache-2.0
#include "data/tokenizer/trie.h"

#include "base/error.h"

namespace tutti::data {

namespace {

constexpr size_t kMaxNodes = size_t{1} << 24;  // a key has 24 bits for the node

uint32_t key_of(uint32_t node, char byte) {
  return node << 8 | static_cast<unsigned char>(byte);
}

}  // namespace

Trie::Trie() : edges_(16, Edge{0, kNoNode}), shift_(64 - 4), ids_(1, kNoId) {
  root_edges_.fill(Edge{0, kNoNode});
}

size_t Trie::slot_of(uint32_t key) const {
  constexpr uint64_t kGoldenRatio = 0x9E3779B97F4A7C15u;
  size_t slot = static_cast<size_t>((key * kGoldenRatio) >> shift_);
  while (edges_[slot].child != kNoNode && edges_[slot].key != key)
    slot = (slot + 1) & (edges_.size() - 1);
  return slot;
}

const Trie::Edge& Trie::edge(uint32_t node, char byte) const {
  if (node == kRoot) return root_edges_[static_cast<unsigned char>(byte)];
  return edges_[slot_of(key_of(node, byte))];
}

void Trie::grow() {
  std::vector<Edge> old(edges_.size() * 2, Edge{0, kNoNode});
  old.swap(edges_);
  shift_--;
  for (const Edge& edge : old)
    if (edge.child != kNoNode) edges_[slot_of(edge.key)] = edge;
}

uint32_t Trie::add_node() {
  if (ids_.size() == kMaxNodes)
    user_error(
        "the vocabulary's tokens have more than {} different beginnings; use a smaller "
        "vocabulary",
        kMaxNodes);
  ids_.push_back(kNoId);
  return static_cast<uint32_t>(ids_.size() - 1);
}

void Trie::insert(std::string_view text, int32_t id) {
  check(!text.empty(), "a trie holds no empty string");
  uint32_t node = kRoot;
  Edge* last = nullptr;
  for (char byte : text) {
    if (ids_.size() * 2 >= edges_.size()) grow();
    last = node == kRoot ? &root_edges_[static_cast<unsigned char>(byte)]
                         : &edges_[slot_of(key_of(node, byte))];
    if (last->child == kNoNode) *last = {key_of(node, byte), add_node()};
    node = last->child & ~kAccepts;
  }
  last->child |= kAccepts;
  ids_[node] = id;
}

uint32_t Trie::find(std::string_view text) const {
  uint32_t node = kRoot;
  for (char byte : text) {
    node = edge(node, byte).child & ~kAccepts;
    if (node == kNoNode) break;
  }
  return node;
}

Trie::Match Trie::longest(std::string_view text, uint32_t from) const {
  uint32_t node = from;
  uint32_t accepted = kNoNode;
  size_t size = 0;
  for (size_t i = 0; i < text.size(); i++) {
    const uint32_t child = edge(node, text[i]).child;
    if (child == kNoNode) break;
    node = child & ~kAccepts;
    if (child & kAccepts) {
      accepted = node;
      size = i + 1;
    }
  }
  if (accepted == kNoNode) return {};
  return {ids_[accepted], size};
}

}  // namespace tutti::data
