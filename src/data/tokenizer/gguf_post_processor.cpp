// SPDX-License-Identifier: Apache-2.0
// The special tokens that a GGUF file puts around a text.
#include <nlohmann/json.hpp>

#include "data/tokenizer/gguf_vocabulary.h"

namespace tutti::data {
namespace {

using nlohmann::json;

}  // namespace

json gguf_post_processor(const format::GgufKeys& keys, const GgufVocabulary& vocabulary,
                         bool begins) {
  const auto token = [&](const char* role, bool fallback) -> std::optional<size_t> {
    const std::string key = fmt::format("tokenizer.ggml.add_{}_token", role);
    if (!format::gguf_bool(keys, key, vocabulary.where, fallback)) return std::nullopt;
    const auto id = gguf_role_id(keys, role, vocabulary);
    if (!id)
      user_error("{}: texts get a {} token, but key tokenizer.ggml.{}_token_id is missing",
                 vocabulary.where, role, role);
    return id;
  };
  const auto bos = token("bos", begins), eos = token("eos", false);
  if (!bos && !eos) return nullptr;
  json single = json::array(), pair = json::array(), tokens = json::object();
  const auto add_special = [&](std::optional<size_t> id, json& pieces, int type) {
    if (!id) return;
    const std::string& content = vocabulary.tokens[*id];
    pieces.push_back({{"SpecialToken", {{"id", content}, {"type_id", type}}}});
    tokens[content] = {{"id", content}, {"ids", {*id}}, {"tokens", {content}}};
  };
  const auto add_text = [&](const char* name, json& pieces, int type) {
    add_special(bos, pieces, type);
    pieces.push_back({{"Sequence", {{"id", name}, {"type_id", type}}}});
    add_special(eos, pieces, type);
  };
  add_text("A", single, 0);
  add_text("A", pair, 0);
  add_text("B", pair, 1);
  return {{"type", "TemplateProcessing"},
          {"single", single},
          {"pair", pair},
          {"special_tokens", tokens}};
}

}  // namespace tutti::data
