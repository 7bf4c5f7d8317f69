// SPDX-License-Identifier: Apache-2.0
// A word while its tokens are merged.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "data/tokenizer/merge_table.h"

namespace tutti::data {

/// A token in a word that is being merged, in a list of its neighbours.
struct Symbol {
  int32_t id;
  size_t end;  // in bytes from the start of the word; a symbol starts where the one before it ends
  uint32_t previous, next;
  Merge merge;  // with the next symbol
};
inline constexpr uint32_t kNoSymbol = UINT32_MAX;

/// What encoding of a word needs, kept between words.
struct Scratch {
  std::vector<Symbol> symbols;
  std::vector<uint64_t> heap;  // rank << 32 | symbol: the lowest rank first, then the leftmost
  std::string text;
};

/// Appends symbols to an empty list. The end of a symbol counts what was added before it, so that a
/// byte that is dropped for want of an unknown token moves what follows, as in Hugging Face.
class SymbolList {
 public:
  SymbolList(std::vector<Symbol>& symbols, int32_t unknown, bool fuse)
      : symbols_(symbols), unknown_id_(unknown), fuse_(fuse) {}

  void add(int32_t id, size_t size) {
    end_ += size;
    const auto index = static_cast<uint32_t>(symbols_.size());
    symbols_.push_back({id, end_, index == 0 ? kNoSymbol : index - 1, index + 1, {}});
  }
  void add_unknown(size_t size) {
    if (unknown_id_ == kNoToken) return;
    if (!fuse_) end_unknown();
    unknown_size_ += size;
  }
  void end_unknown() {
    if (unknown_size_ > 0) add(unknown_id_, unknown_size_);
    unknown_size_ = 0;
  }

 private:
  std::vector<Symbol>& symbols_;
  int32_t unknown_id_;
  bool fuse_;
  size_t end_ = 0;
  size_t unknown_size_ = 0;  // of the unknown text that is not added yet
};

}  // namespace tutti::data
