// SPDX-License-Identifier: Apache-2.0
// Post-processors add special tokens around one or two texts.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string_view>

#include "data/tokenizer/tokenizer.h"
#include "data/tokenizer/vocabulary.h"

namespace tutti::data {

struct Templates {
  Template single;
  Template pair;
  bool trims_offsets = false;       // a token's offsets leave out the spaces at its ends
  bool keeps_prefix_space = false;  // but not those at the start of a text
};

/// Trims offsets as the post-processor ByteLevel does, if the templates say so.
void trim_offsets(const Templates& templates, const Vocabulary& vocabulary, Encoding& encoding);

/// Returns [CLS] A [SEP], and for pairs [CLS] A [SEP] B [SEP], where the token type is 1 from B on.
Templates bert_templates(int32_t cls, int32_t sep);

/// Parses the post-processor of a tokenizer.json; null means that nothing is added. Throws a
/// UserError for a kind that is not supported, and for ids that are not in the vocabulary.
Templates parse_templates(const nlohmann::json& description, const Vocabulary& vocabulary,
                          std::string_view where);

}  // namespace tutti::data
