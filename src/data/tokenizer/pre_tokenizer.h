// SPDX-License-Identifier: Apache-2.0
// Pre-tokenizers split normalized text into words.
#pragma once

#include <functional>
#include <nlohmann/json_fwd.hpp>
#include <string_view>
#include <vector>

#include "data/tokenizer/aligned_text.h"

namespace tutti::data {

/// Appends the words of a part of `text` to `words`, from left to right; no word is empty. A word
/// that the pre-tokenizer rewrites is appended to the text and is a range there. Threads may share
/// a pre-tokenizer.
using PreTokenizer =
    std::function<void(AlignedText& text, ByteRange part, std::vector<ByteRange>& words)>;

/// Splits at white space; each punctuation mark is a word of its own.
PreTokenizer bert_pre_tokenizer();

/// Makes the pre-tokenizer that a tokenizer.json describes; null makes one that takes the whole
/// text as one word. Throws a UserError for a kind that is not supported.
PreTokenizer parse_pre_tokenizer(const nlohmann::json& description, std::string_view where);

/// Whether the model is to see words as bytes: the last pre-tokenizer is ByteLevel. It leaves the
/// bytes as they are; the model knows their alphabet. Throws UserError for a ByteLevel that others
/// follow.
bool makes_bytes(const nlohmann::json& description, std::string_view where);

}  // namespace tutti::data
