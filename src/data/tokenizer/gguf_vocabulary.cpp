// SPDX-License-Identifier: Apache-2.0
#include "data/tokenizer/gguf_vocabulary.h"

#include <nlohmann/json.hpp>

#include "base/text.h"

namespace tutti::data {
namespace {

using nlohmann::json;

/// The kinds of all tokens; of a file that does not say them, normal.
std::vector<GgufTokenKind> token_kinds(const format::GgufKeys& keys, size_t count,
                                       std::string_view where) {
  std::vector<GgufTokenKind> result(count, GgufTokenKind::normal);
  const char* key = "tokenizer.ggml.token_type";
  if (!format::gguf_find(keys, key)) return result;
  const auto& kinds = format::gguf_list<int32_t>(keys, key, where);
  if (kinds.size() != count)
    user_error("{}: key {}: found {} kinds, expected one for each of {} tokens", where, key,
               kinds.size(), count);
  for (size_t i = 0; i < kinds.size(); i++) {
    if (kinds[i] < 1 || kinds[i] > static_cast<int32_t>(GgufTokenKind::byte))
      user_error("{}: key {}: found the kind {} of token {}, expected 1 to 6", where, key, kinds[i],
                 i);
    result[i] = static_cast<GgufTokenKind>(kinds[i]);
  }
  return result;
}

}  // namespace

GgufVocabulary read_gguf_vocabulary(const format::GgufKeys& keys, std::string_view where) {
  GgufVocabulary vocabulary = {
      format::gguf_list<std::string>(keys, "tokenizer.ggml.tokens", where), {}, where};
  for (const std::string& token : vocabulary.tokens)
    if (!is_valid_utf8(token))
      user_error("{}: key tokenizer.ggml.tokens: found \"{}\", expected UTF-8", where,
                 escaped(token));
  vocabulary.kinds = token_kinds(keys, vocabulary.size(), where);
  return vocabulary;
}

std::optional<size_t> gguf_role_id(const format::GgufKeys& keys, std::string_view name,
                                   const GgufVocabulary& vocabulary) {
  const std::string key = fmt::format("tokenizer.ggml.{}_token_id", name);
  if (!format::gguf_find(keys, key)) return std::nullopt;
  const int64_t id = format::gguf_integer(keys, key, vocabulary.where);
  if (id == -1 || id == UINT32_MAX) return std::nullopt;  // how files say that there is none
  if (id < 0 || id >= static_cast<int64_t>(vocabulary.size()))
    user_error("{}: key {}: found {}, expected an id below {}", vocabulary.where, key, id,
               vocabulary.size());
  return static_cast<size_t>(id);
}

std::string vocabulary_text(const GgufVocabulary& vocabulary) {
  std::string text = "{";
  for (size_t i = 0; i < vocabulary.size(); i++)
    if (vocabulary.kinds[i] != GgufTokenKind::unused)
      text +=
          fmt::format("{}{}:{}", text.size() > 1 ? "," : "", json(vocabulary.tokens[i]).dump(), i);
  return text + "}";
}

json added_tokens(const GgufVocabulary& vocabulary) {
  json added = json::array();
  for (size_t i = 0; i < vocabulary.size(); i++) {
    const GgufTokenKind kind = vocabulary.kinds[i];
    const bool special = kind == GgufTokenKind::control || kind == GgufTokenKind::unknown;
    if (special || kind == GgufTokenKind::user_defined)
      added.push_back({{"id", i},
                       {"content", vocabulary.tokens[i]},
                       {"single_word", false},
                       {"lstrip", false},
                       {"rstrip", false},
                       {"normalized", false},
                       {"special", special}});
  }
  return added;
}

}  // namespace tutti::data
