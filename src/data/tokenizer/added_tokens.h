// SPDX-License-Identifier: Apache-2.0
// Tokens that are found in a text before it is tokenized, like [SEP].
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "data/tokenizer/aligned_text.h"
#include "data/tokenizer/normalizer.h"
#include "data/tokenizer/trie.h"

namespace tutti::data {

struct AddedToken {
  int32_t id = 0;
  std::string content;
  bool single_word = false;  // not inside a longer word
  bool lstrip = false;       // takes the white space before it
  bool rstrip = false;       // takes the white space after it
  bool normalized = false;   // is looked for in the normalized text
};

/// A part of a text: an added token or, if `id` is empty, text that is still to be tokenized.
struct TextPart {
  ByteRange range;
  std::optional<int32_t> id;
};

class AddedTokens {
 public:
  /// From now on split() finds the token wherever a text contains `text`, which is the token's
  /// content, normalized if need be.
  void add(const AddedToken& token, std::string_view text);
  bool empty() const { return tokens_.empty(); }
  bool has(std::string_view content) const;
  /// The largest id of a token, plus 1.
  int32_t next_id() const;
  /// Appends the parts of `part`, leftmost longest tokens first.
  void split(const AlignedText& text, ByteRange part, std::vector<TextPart>& parts) const;

 private:
  std::vector<AddedToken> tokens_;
  Trie trie_;  // of indices into tokens_
};

}  // namespace tutti::data
