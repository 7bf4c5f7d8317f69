// SPDX-License-Identifier: Apache-2.0
// The tokens of a sentence, and which of them begins each word.
#pragma once

#include "data/tokenizer/tokenizer.h"
#include "task/tagging/entities.h"
#include "task/tagging/sentences.h"

namespace tutti::task::tagging {

/// A word has the characters [begin, end) of its sentence's text.
struct Word {
  int64_t begin = 0;
  int64_t end = 0;
  size_t first = 0;   // its tokens, without special ones around them
  size_t tokens = 0;  // none if the tokenizer makes nothing of it
};

struct SplitSentence {
  data::Encoding encoding;  // offsets are of the sentence's text
  std::vector<Word> words;
  std::vector<std::string> tags;  // of each word
};

/// Splits sentences. Words that a file gives are tokenized one by one, each after a blank. A whole
/// text is tokenized as it is, and a token begins a word if a blank or a sign stands before it, if
/// it is a sign, or if its writing has no blanks. Its spans become tags of the scheme; one that
/// begins or ends within a word or token, or beyond the text, is a UserError.
std::vector<SplitSentence> split_sentences(std::span<const Sentence> sentences,
                                           const data::Tokenizer& tokenizer, Scheme scheme,
                                           int threads);

int64_t character_count(const std::string& text);
/// The characters [begin, end) of a text.
std::string characters(const std::string& text, int64_t begin, int64_t end);

}  // namespace tutti::task::tagging
