// SPDX-License-Identifier: Apache-2.0
// Models split words into the tokens of a vocabulary.
#pragma once

#include <cstdint>
#include <functional>
#include <nlohmann/json_fwd.hpp>
#include <span>
#include <string_view>

#include "data/tokenizer/aligned_text.h"
#include "data/tokenizer/encoding.h"
#include "data/tokenizer/trie.h"
#include "data/tokenizer/vocabulary.h"

namespace tutti::data {

/// Appends the tokens of words, which are ranges of `text`, to `result`. Threads may
/// share a model.
using Model = std::function<void(const AlignedText& text, std::span<const ByteRange> words,
                                 Encoding& result)>;

/// Splits a word into tokens from left to right, taking the longest token each time.
struct WordPiece {
  Trie tokens;
  uint32_t continuation = Trie::kRoot;  // the node from which tokens continue a word
  int32_t unknown = 0;                  // the id of a word that cannot be split
  size_t max_code_points = 100;         // a longer word is unknown

  void encode(const AlignedText& text, ByteRange word, Encoding& result) const;
  void operator()(const AlignedText& text, std::span<const ByteRange> words,
                  Encoding& result) const {
    for (const ByteRange word : words) encode(text, word, result);
  }
};

/// WordPiece without an id for unknown words.
WordPiece make_word_piece(const Vocabulary& vocabulary, std::string_view continuing_prefix);
/// WordPiece as the "model" of a tokenizer.json describes it.
Model parse_word_piece(const nlohmann::json& description, const Vocabulary& vocabulary,
                       std::string_view where);

/// Byte pair encoding as the "model" of a tokenizer.json describes it: merges neighbours by their
/// rank, in O(n log n) of a word's length. With `byte_level` the vocabulary is written in the
/// alphabet of byte_level.h and words are taken as bytes; otherwise they are taken as code points.
/// Throws UserError for merges whose tokens the vocabulary lacks, and by name for options that are
/// not supported.
Model parse_bpe(const nlohmann::json& description, const Vocabulary& vocabulary, bool byte_level,
                std::string_view where);

/// Unigram as the "model" of a tokenizer.json describes it, with the tokens' scores as "scores".
Model parse_unigram(const nlohmann::json& description, const Vocabulary& vocabulary,
                    std::string_view where);

}  // namespace tutti::data
