// SPDX-License-Identifier: Apache-2.0
// Finds tokens such as [SEP] in a text before the rest of it is tokenized.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "data/tokenizer/aligned_text.h"
#include "data/tokenizer/normalizer.h"
#include "data/tokenizer/string_finder.h"

namespace tutti::data {

/// In place of an id: the vocabulary lacks the token, and a text that contains it is an error.
inline constexpr int32_t kNoRow = -1;

struct AddedToken {
  int32_t id = 0;
  std::string content;
  bool single_word = false;  // is not found inside a longer word
  bool lstrip = false;       // takes the white space before it
  bool rstrip = false;       // takes the white space after it
  bool normalized = false;   // is looked for in the normalized text
  bool special = false;      // is left out of decoded text on request
};

/// A part of a text: an added token or, if `id` is empty, text that is still to be tokenized.
struct TextPart {
  ByteRange range;
  std::optional<int32_t> id;
};

class AddedTokens {
 public:
  /// After prepare(), split() finds the token wherever a text contains `text`, which is the token's
  /// content, normalized if need be.
  void add(const AddedToken& token, std::string_view text);
  /// Ends the adding of tokens.
  void prepare();
  /// Splits a part of a text and appends the pieces to `parts`. Tokens are found from left to
  /// right, the longest one at each place, in linear time.
  void split(const AlignedText& text, ByteRange part, std::vector<TextPart>& parts) const;

 private:
  std::vector<AddedToken> tokens_;
  StringFinder finder_;  // of indices into tokens_
};

}  // namespace tutti::data
