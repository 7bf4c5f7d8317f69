// SPDX-License-Identifier: Apache-2.0
// The vocabulary of a GGUF file as parts of a tokenizer.json.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "format/gguf_keys.h"

namespace tutti::data {

/// The kinds of tokens in tokenizer.ggml.token_type.
enum class GgufTokenKind : int32_t { normal = 1, unknown, control, user_defined, unused, byte };

/// The tokens of a file with their kinds.
struct GgufVocabulary {
  const std::vector<std::string>& tokens;
  std::vector<GgufTokenKind> kinds;
  std::string_view where;

  size_t size() const { return tokens.size(); }
};

GgufVocabulary read_gguf_vocabulary(const format::GgufKeys& keys, std::string_view where);

/// The id that a key gives a role, if it does.
std::optional<size_t> gguf_role_id(const format::GgufKeys& keys, std::string_view name,
                                   const GgufVocabulary& vocabulary);

/// {token: id} of all tokens that are used, as text: there may be many.
std::string vocabulary_text(const GgufVocabulary& vocabulary);

nlohmann::json added_tokens(const GgufVocabulary& vocabulary);

/// The template that puts bos and eos around a text where the keys ask for it.
nlohmann::json gguf_post_processor(const format::GgufKeys& keys, const GgufVocabulary& vocabulary,
                                   bool begins);

}  // namespace tutti::data
