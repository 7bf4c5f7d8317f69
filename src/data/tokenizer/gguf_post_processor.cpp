// SPDX-License-Identifier: Apache-2.0
// The special tokens that a GGUF file puts around a text.
#include <nlohmann/json.hpp>

#include "data/tokenizer/gguf_vocabulary.h"
#include "data/tokenizer/template.h"

namespace tutti::data {

nlohmann::json gguf_post_processor(const format::GgufKeys& keys, const GgufVocabulary& vocabulary,
                                   bool begins) {
  const auto token = [&](const char* role, bool fallback) -> std::optional<EndToken> {
    const std::string key = fmt::format("tokenizer.ggml.add_{}_token", role);
    if (!format::gguf_bool(keys, key, vocabulary.where, fallback)) return std::nullopt;
    const auto id = gguf_role_id(keys, role, vocabulary);
    if (!id)
      user_error("{}: texts get a {} token, but key tokenizer.ggml.{}_token_id is missing",
                 vocabulary.where, role, role);
    return EndToken{vocabulary.tokens[*id], static_cast<int32_t>(*id)};
  };
  return end_template(token("bos", begins), token("eos", false));
}

}  // namespace tutti::data
