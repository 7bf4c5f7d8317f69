// SPDX-License-Identifier: Apache-2.0
// The merges of byte pair encoding, by the two tokens that they join.
#pragma once

#include <cstdint>
#include <vector>

namespace tutti::data {

inline constexpr int32_t kNoToken = -1;
inline constexpr uint32_t kNoRank = UINT32_MAX;

/// What two neighbouring tokens become. A lower rank goes first.
struct Merge {
  uint32_t rank = kNoRank;
  int32_t id = kNoToken;
};

/// An open-addressing table of merges by their two tokens.
class MergeTable {
 public:
  explicit MergeTable(size_t merges) {
    while ((size_t{1} << (64 - shift_)) < merges * 2) shift_--;
    entries_.resize(size_t{1} << (64 - shift_));
  }

  /// A pair that comes twice has its last merge, as in Hugging Face.
  void set(int32_t left, int32_t right, Merge merge) {
    entries_[slot_of(key_of(left, right))] = {key_of(left, right), merge};
  }
  Merge find(int32_t left, int32_t right) const {
    return entries_[slot_of(key_of(left, right))].merge;
  }

 private:
  static constexpr uint64_t kEmpty = UINT64_MAX;
  struct Entry {
    uint64_t key = kEmpty;
    Merge merge;
  };

  static uint64_t key_of(int32_t left, int32_t right) {
    return uint64_t{static_cast<uint32_t>(left)} << 32 | static_cast<uint32_t>(right);
  }

  size_t slot_of(uint64_t key) const {
    size_t slot = (key * 0x9E3779B97F4A7C15) >> shift_;
    while (entries_[slot].key != key && entries_[slot].key != kEmpty)
      slot = (slot + 1) & (entries_.size() - 1);
    return slot;
  }

  int shift_ = 60;
  std::vector<Entry> entries_;
};

}  // namespace tutti::data
