// SPDX-License-Identifier: Apache-2.0
// SentencePiece's normalizations, which files have as a compiled table.
#pragma once

#include <string>
#include <string_view>

#include "data/tokenizer/normalizer.h"

namespace tutti::data {

/// What strings are replaced by: a double array (Aoe, "An efficient digital search algorithm by
/// using a double-array structure", 1989) of them, in which the values are places of the
/// replacements.
class CharactersMap {
 public:
  /// Of the bytes that a file has. Throws UserError where they are no such map.
  CharactersMap(std::string_view bytes, std::string_view where);
  /// The replacement of the shortest string that begins the text; nullptr if there is none.
  const char* find(std::string_view text) const;

 private:
  std::vector<uint32_t> units_;
  std::string replacements_;  // each ends with a NUL
};

/// The normalizer Precompiled, as Hugging Face's tokenizers applies it: what a cluster of up to
/// five bytes begins with replaces it, and in others each code point is replaced alone.
Normalizer parse_precompiled(const nlohmann::json& description, std::string_view where);

}  // namespace tutti::data
