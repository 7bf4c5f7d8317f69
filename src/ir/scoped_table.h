// SPDX-License-Identifier: Apache-2.0
// A hash table from which entries are removed in the reverse order of their insertion. So the names
// that a region defines are forgotten at its end, without a copy of those outside.
#pragma once

#include <cstdint>
#include <functional>
#include <vector>

namespace tutti::ir {

/// Entry has a type Key and a function key().
template <typename Entry>
class ScopedTable {
 public:
  using Key = typename Entry::Key;

  /// The entry of that key, or null.
  const Entry* find(const Key& key) const {
    return heads_.empty() ? nullptr : find(key, hash(key));
  }

  /// Returns false, and changes nothing, if there is an entry of that key.
  bool insert(const Entry& entry) {
    const uint32_t hashed = hash(entry.key());
    if (entries_.size() == heads_.size()) grow();
    if (find(entry.key(), hashed)) return false;
    entries_.push_back(entry);
    links_.push_back({hashed, kNone});
    link(links_.size() - 1);
    return true;
  }

  size_t size() const { return entries_.size(); }

  /// Forgets all but the first `size` entries.
  void shrink(size_t size) {
    while (entries_.size() > size) {
      head(links_.back().hash) = links_.back().next;  // the last is the head of its chain
      entries_.pop_back();
      links_.pop_back();
    }
  }

 private:
  static constexpr uint32_t kNone = UINT32_MAX;

  static uint32_t hash(const Key& key) {
    const uint64_t mixed = std::hash<Key>()(key) * 0x9E3779B97F4A7C15u;  // pointers end in zeros
    return static_cast<uint32_t>(mixed >> 32);
  }
  uint32_t& head(uint32_t hashed) { return heads_[hashed & (heads_.size() - 1)]; }
  const Entry* find(const Key& key, uint32_t hashed) const {
    for (uint32_t at = heads_[hashed & (heads_.size() - 1)]; at != kNone; at = links_[at].next)
      if (links_[at].hash == hashed && entries_[at].key() == key) return &entries_[at];
    return nullptr;
  }
  void link(size_t entry) {
    uint32_t& first = head(links_[entry].hash);
    links_[entry].next = first;
    first = static_cast<uint32_t>(entry);
  }
  void grow() {
    heads_.assign(heads_.empty() ? 64 : 2 * heads_.size(), kNone);
    for (size_t entry = 0; entry < links_.size(); entry++) link(entry);
  }

  struct Link {
    uint32_t hash;
    uint32_t next;  // entry of the same chain
  };
  std::vector<Entry> entries_;
  std::vector<Link> links_;      // by entry; compared before keys, which are far apart in memory
  std::vector<uint32_t> heads_;  // of chains, by hash; a power of two of them
};

}  // namespace tutti::ir
