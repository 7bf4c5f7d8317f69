// SPDX-License-Identifier: Apache-2.0
// A hash table whose entries leave in the reverse order of their coming: what a region defines is
// forgotten at its end, without a copy of what stands outside.
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

  /// Null where there is none.
  const Entry* find(const Key& key) const {
    if (heads_.empty()) return nullptr;
    for (uint32_t at = heads_[bucket(key)]; at != kNone; at = next_[at])
      if (entries_[at].key() == key) return &entries_[at];
    return nullptr;
  }

  /// False where there is one of this key.
  bool insert(const Entry& entry) {
    if (find(entry.key())) return false;
    if (entries_.size() == heads_.size()) grow();
    entries_.push_back(entry);
    link(entries_.size() - 1);
    return true;
  }

  size_t size() const { return entries_.size(); }

  /// Forgets all but the first `size` entries.
  void shrink(size_t size) {
    while (entries_.size() > size) {
      heads_[bucket(entries_.back().key())] = next_.back();  // the last is the head of its chain
      entries_.pop_back();
      next_.pop_back();
    }
  }

 private:
  static constexpr uint32_t kNone = UINT32_MAX;

  size_t bucket(const Key& key) const {
    const uint64_t mixed = std::hash<Key>()(key) * 0x9E3779B97F4A7C15u;  // pointers end in zeros
    return (mixed >> 32) & (heads_.size() - 1);
  }
  void link(size_t entry) {
    uint32_t& head = heads_[bucket(entries_[entry].key())];
    next_.push_back(head);
    head = static_cast<uint32_t>(entry);
  }
  void grow() {
    heads_.assign(heads_.empty() ? 64 : 2 * heads_.size(), kNone);
    next_.clear();
    for (size_t entry = 0; entry < entries_.size(); entry++) link(entry);
  }

  std::vector<Entry> entries_;
  std::vector<uint32_t> next_;   // of the same bucket, by entry
  std::vector<uint32_t> heads_;  // by bucket; a power of two of them
};

}  // namespace tutti::ir
