// SPDX-License-Identifier: Apache-2.0
// The parts of a tokenizer, made from its files.
#pragma once

#include <vector>

#include "data/tokenizer/added_tokens.h"
#include "data/tokenizer/normalizer.h"
#include "data/tokenizer/pre_tokenizer.h"
#include "data/tokenizer/special_tokens.h"
#include "data/tokenizer/template.h"
#include "data/tokenizer/tokenizer.h"
#include "data/tokenizer/trie.h"
#include "data/tokenizer/vocabulary.h"

namespace tutti::data {

/// Splits a word into tokens from left to right, taking the longest token each time.
struct WordPiece {
  Trie tokens;
  uint32_t continuation = Trie::kRoot;  // the node from which tokens continue a word
  int32_t unknown = 0;                  // the id of a word that cannot be split
  size_t max_code_points = 100;         // a longer word is unknown

  void encode(const AlignedText& text, ByteRange word, Encoding& result) const;
};

struct Pipeline {
  Vocabulary vocabulary;
  AddedTokens raw_tokens;         // found in the text before normalization
  AddedTokens normalized_tokens;  // found in the normalized text
  Normalizer normalizer;
  PreTokenizer pre_tokenizer;
  WordPiece model;
  Templates templates;
  SpecialIds specials;
};

/// Errors are UserErrors that name file and place.
Pipeline make_pipeline(const TokenizerFiles& files);

}  // namespace tutti::data
