// SPDX-License-Identifier: Apache-2.0
// The parts of a tokenizer, made from its files.
#pragma once

#include <unordered_set>

#include "data/tokenizer/added_tokens.h"
#include "data/tokenizer/decoder.h"
#include "data/tokenizer/model.h"
#include "data/tokenizer/normalizer.h"
#include "data/tokenizer/pre_tokenizer.h"
#include "data/tokenizer/special_tokens.h"
#include "data/tokenizer/template.h"
#include "data/tokenizer/tokenizer_files.h"
#include "data/tokenizer/vocabulary.h"

namespace tutti::data {

struct Pipeline {
  Vocabulary vocabulary;
  AddedTokens raw_tokens;         // found in the text before normalization
  AddedTokens normalized_tokens;  // found in the normalized text
  Normalizer normalizer;
  PreTokenizer pre_tokenizer;
  Model model;
  Templates templates;
  SpecialIds specials;
  Decoder decoder;
  std::unordered_set<int32_t> special_ids;  // of all special tokens
};

/// Errors are UserErrors that name file and place.
Pipeline make_pipeline(const TokenizerFiles& files);

}  // namespace tutti::data
