// SPDX-License-Identifier: Apache-2.0
// Post-processors add special tokens around one or two texts.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <string_view>

#include "data/tokenizer/encoding.h"
#include "data/tokenizer/vocabulary.h"

namespace tutti::data {

struct Templates {
  Template single;
  Template pair;
  bool trims_offsets = false;       // a token's offsets leave out the spaces at its ends
  bool keeps_prefix_space = false;  // but not a single one at the start of a text
};

/// Leaves the white space at a token's ends out of its offsets, as the post-processor ByteLevel
/// does. `token` is the token's text, with the white space that an added token takes.
void trim_offsets(std::string_view token, bool is_first, bool keeps_prefix_space,
                  std::pair<int32_t, int32_t>& offsets);

/// Returns [CLS] A [SEP], and for pairs [CLS] A [SEP] B [SEP], where the token type is 1 from B on.
Templates bert_templates(int32_t cls, int32_t sep);

/// A token that begins or ends texts.
struct EndToken {
  std::string content;
  int32_t id = 0;
};

/// The post-processor, as in a tokenizer.json, that puts these tokens around each text; null if
/// there are none.
nlohmann::json end_template(const std::optional<EndToken>& bos, const std::optional<EndToken>& eos);

/// Parses the post-processor of a tokenizer.json; null means that nothing is added. Throws a
/// UserError for a kind that is not supported, and for ids that are not in the vocabulary.
Templates parse_templates(const nlohmann::json& description, const Vocabulary& vocabulary,
                          std::string_view where);

}  // namespace tutti::data
