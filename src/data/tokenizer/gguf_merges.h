// SPDX-License-Identifier: Apache-2.0
// The merges of a GGUF file, and those that scores of pieces mean.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string_view>
#include <vector>

#include "data/tokenizer/gguf_vocabulary.h"
#include "format/gguf_keys.h"

namespace tutti::data {

/// The merges that make each token of two others, best scores first, as transformers makes them of
/// a SentencePiece model.
nlohmann::json merges_of_scores(const GgufVocabulary& vocabulary, const std::vector<float>& scores);

nlohmann::json checked_merges(const format::GgufKeys& keys, std::string_view where);

std::vector<float> checked_scores(const format::GgufKeys& keys, const GgufVocabulary& vocabulary);

}  // namespace tutti::data
