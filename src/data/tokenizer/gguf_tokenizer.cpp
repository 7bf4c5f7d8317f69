// SPDX-License-Identifier: Apache-2.0
#include "data/tokenizer/gguf_tokenizer.h"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <unordered_map>

#include "base/text.h"

namespace tutti::data {
namespace {

using nlohmann::json;

constexpr GgufSplit kGgufSplits[] = {
    {.name = "gpt-2"},
    {.name = "smollm", .single_digits = true},
    {.name = "qwen2",
     .expression = "(?i:'s|'t|'re|'ve|'m|'ll|'d)|[^\\r\\n\\p{L}\\p{N}]?\\p{L}+|\\p{N}| "
                   "?[^\\s\\p{L}\\p{N}]+[\\r\\n]*|\\s*[\\r\\n]+|\\s+(?!\\S)|\\s+",
     .composes = true},
    {.name = "llama-bpe",
     .expression = "(?i:'s|'t|'re|'ve|'m|'ll|'d)|[^\\r\\n\\p{L}\\p{N}]?\\p{L}+|\\p{N}{1,3}| "
                   "?[^\\s\\p{L}\\p{N}]+[\\r\\n]*|\\s*[\\r\\n]+|\\s+(?!\\S)|\\s+",
     .ignores_merges = true,
     .begins = true}};

constexpr std::string_view kGgufSpace = "\u2581";  // what SentencePiece writes for a space
constexpr size_t kLongestGgufPiece = 1000;         // bytes of a token whose merges are looked for

/// The tokens of a file with their kinds.
struct GgufVocabulary {
  const std::vector<std::string>& tokens;
  std::vector<GgufTokenKind> kinds;
  std::string_view where;

  size_t size() const { return tokens.size(); }
};

GgufVocabulary read_gguf_vocabulary(const format::GgufKeys& keys, std::string_view where) {
  GgufVocabulary vocabulary = {
      format::gguf_list<std::string>(keys, "tokenizer.ggml.tokens", where), {}, where};
  for (const std::string& token : vocabulary.tokens)
    if (!is_valid_utf8(token))
      user_error("{}: key tokenizer.ggml.tokens: found \"{}\", expected UTF-8", where,
                 escaped(token));
  vocabulary.kinds.assign(vocabulary.size(), GgufTokenKind::normal);
  const char* key = "tokenizer.ggml.token_type";
  if (!format::gguf_find(keys, key)) return vocabulary;
  const auto& kinds = format::gguf_list<int32_t>(keys, key, where);
  if (kinds.size() != vocabulary.size())
    user_error("{}: key {}: found {} kinds, expected one for each of {} tokens", where, key,
               kinds.size(), vocabulary.size());
  for (size_t i = 0; i < kinds.size(); i++) {
    if (kinds[i] < 1 || kinds[i] > static_cast<int32_t>(GgufTokenKind::byte))
      user_error("{}: key {}: found the kind {} of token {}, expected 1 to 6", where, key, kinds[i],
                 i);
    vocabulary.kinds[i] = static_cast<GgufTokenKind>(kinds[i]);
  }
  return vocabulary;
}

/// The id that a key gives a role, if it does.
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

const GgufSplit& gguf_split(const format::GgufKeys& keys, std::string_view where) {
  std::string name = format::gguf_string(keys, "tokenizer.ggml.pre", where, "default");
  if (name == "llama3" || name == "llama-v3") name = "llama-bpe";
  std::string known;
  for (const GgufSplit& split : kGgufSplits) {
    if (split.name == name) return split;
    known += (known.empty() ? "" : ", ") + std::string(split.name);
  }
  user_error("{}: key tokenizer.ggml.pre: found \"{}\", expected one of {}", where, escaped(name),
             known);
}

json byte_level_pre_tokenizer(const GgufSplit& split) {
  json steps = json::array();
  if (split.single_digits) steps.push_back({{"type", "Digits"}, {"individual_digits", true}});
  if (!split.expression.empty())
    steps.push_back({{"type", "Split"},
                     {"pattern", {{"Regex", split.expression}}},
                     {"behavior", "Isolated"},
                     {"invert", false}});
  steps.push_back({{"type", "ByteLevel"},
                   {"add_prefix_space", false},
                   {"trim_offsets", true},
                   {"use_regex", split.expression.empty()}});
  return {{"type", "Sequence"}, {"pretokenizers", steps}};
}

/// {token: id} of all tokens that are used, as text: there may be many.
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

/// The template that puts bos and eos around a text where the keys ask for it.
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

/// The merges that make each token of two others, best scores first, as transformers makes them of
/// a SentencePiece model.
json merges_of_scores(const GgufVocabulary& vocabulary, const std::vector<float>& scores) {
  struct Found {
    float score;
    size_t left_characters, right_characters;
    std::string left, right;
  };
  std::unordered_map<std::string_view, size_t> ids;
  for (size_t i = 0; i < vocabulary.size(); i++)
    if (vocabulary.kinds[i] == GgufTokenKind::normal) ids.emplace(vocabulary.tokens[i], i);
  std::vector<Found> all;
  for (size_t i = 0; i < vocabulary.size(); i++) {
    if (vocabulary.kinds[i] != GgufTokenKind::normal) continue;
    const std::string_view token = vocabulary.tokens[i];
    if (token.size() > kLongestGgufPiece)
      user_error("{}: key tokenizer.ggml.tokens: found a token of {} bytes, expected at most {}",
                 vocabulary.where, token.size(), kLongestGgufPiece);
    const auto is_start = [&](size_t at) { return (token[at] & 0xC0) != 0x80; };
    size_t characters = 0;
    for (size_t at = 0; at < token.size(); at++) characters += is_start(at);
    std::vector<std::tuple<size_t, size_t, size_t, size_t>> splits;  // ids, bytes, characters
    size_t before = 0;
    for (size_t at = 0; at < token.size(); at++) {
      if (!is_start(at)) continue;
      const auto left = ids.find(token.substr(0, at)), right = ids.find(token.substr(at));
      if (at > 0 && left != ids.end() && right != ids.end())
        splits.emplace_back(left->second, right->second, at, before);
      before++;
    }
    std::sort(splits.begin(), splits.end());
    for (const auto& [left, right, at, first] : splits)
      all.push_back({scores[i], first, characters - first, std::string(token.substr(0, at)),
                     std::string(token.substr(at))});
  }
  std::stable_sort(all.begin(), all.end(), [](const Found& a, const Found& b) {
    return std::tie(a.score, a.left_characters, a.right_characters) >
           std::tie(b.score, b.left_characters, b.right_characters);
  });
  json merges = json::array();
  for (Found& found : all) merges.push_back({std::move(found.left), std::move(found.right)});
  return merges;
}

json checked_merges(const format::GgufKeys& keys, std::string_view where) {
  const char* key = "tokenizer.ggml.merges";
  json merges = json::array();
  for (const std::string& merge : format::gguf_list<std::string>(keys, key, where)) {
    if (!is_valid_utf8(merge))
      user_error("{}: key {}: found \"{}\", expected UTF-8", where, key, escaped(merge));
    merges.push_back(merge);
  }
  return merges;
}

std::vector<float> checked_scores(const format::GgufKeys& keys, const GgufVocabulary& vocabulary) {
  const char* key = "tokenizer.ggml.scores";
  const auto& scores = format::gguf_list<float>(keys, key, vocabulary.where);
  if (scores.size() != vocabulary.size())
    user_error("{}: key {}: found {} scores, expected one for each of {} tokens", vocabulary.where,
               key, scores.size(), vocabulary.size());
  bool differ = false;
  for (const float score : scores) {
    if (!std::isfinite(score))
      user_error("{}: key {}: found {}, expected numbers", vocabulary.where, key, score);
    differ |= score != scores.front();
  }
  // llama.cpp's converter writes such a list where it has no SentencePiece model.
  if (!differ && scores.size() > 1)
    user_error("{}: key {}: all tokens have the score {}, expected scores by which they are merged",
               vocabulary.where, key, scores.front());
  return scores;
}

/// Members of a tokenizer.json beside the model's vocabulary.
struct TokenizerJson {
  json root, model;
};

TokenizerJson byte_level_json(const format::GgufKeys& keys, const GgufVocabulary& vocabulary) {
  const GgufSplit& split = gguf_split(keys, vocabulary.where);
  TokenizerJson result;
  if (split.composes) result.root["normalizer"] = {{"type", "NFC"}};
  result.root["pre_tokenizer"] = byte_level_pre_tokenizer(split);
  result.root["post_processor"] = gguf_post_processor(keys, vocabulary, split.begins);
  result.root["decoder"] = {{"type", "ByteLevel"}};
  result.model = {{"type", "BPE"},
                  {"ignore_merges", split.ignores_merges},
                  {"merges", checked_merges(keys, vocabulary.where)}};
  return result;
}

TokenizerJson sentence_piece_json(const format::GgufKeys& keys, const GgufVocabulary& vocabulary) {
  const std::string_view where = vocabulary.where;
  const char* squeezes = "tokenizer.ggml.remove_extra_whitespaces";
  if (format::gguf_bool(keys, squeezes, where, false))
    user_error("{}: key {}: found true, expected false: Tutti does not implement it", where,
               squeezes);
  const bool prefix = format::gguf_bool(keys, "tokenizer.ggml.add_space_prefix", where, true);
  const auto unknown = gguf_role_id(keys, "unknown", vocabulary);
  const bool has_bytes = std::find(vocabulary.kinds.begin(), vocabulary.kinds.end(),
                                   GgufTokenKind::byte) != vocabulary.kinds.end();
  const std::string space(kGgufSpace);
  TokenizerJson result;
  json normalizers = json::array();
  if (prefix) normalizers.push_back({{"type", "Prepend"}, {"prepend", space}});
  normalizers.push_back({{"type", "Replace"}, {"pattern", {{"String", " "}}}, {"content", space}});
  result.root["normalizer"] = {{"type", "Sequence"}, {"normalizers", normalizers}};
  result.root["post_processor"] = gguf_post_processor(keys, vocabulary, true);
  json decoders = {{{"type", "Replace"}, {"pattern", {{"String", space}}}, {"content", " "}},
                   {{"type", "ByteFallback"}},
                   {{"type", "Fuse"}}};
  if (prefix) decoders.push_back({{"type", "Strip"}, {"content", " "}, {"start", 1}, {"stop", 0}});
  result.root["decoder"] = {{"type", "Sequence"}, {"decoders", decoders}};
  result.model = {{"type", "BPE"},
                  {"fuse_unk", true},
                  {"byte_fallback", has_bytes},
                  {"merges", merges_of_scores(vocabulary, checked_scores(keys, vocabulary))}};
  if (unknown) result.model["unk_token"] = vocabulary.tokens[*unknown];
  return result;
}

std::string gguf_tokenizer_config(const format::GgufKeys& keys, const GgufVocabulary& vocabulary,
                                  std::string_view tokenizer_class) {
  json config = {{"tokenizer_class", tokenizer_class}, {"clean_up_tokenization_spaces", false}};
  const bool has_kinds = format::gguf_find(keys, "tokenizer.ggml.token_type");
  for (const auto& [role, name] : kGgufRoles) {
    const auto id = gguf_role_id(keys, name, vocabulary);
    // The converter takes ids from config.json too; a token that texts are made of is not special.
    if (id && !(has_kinds && vocabulary.kinds[*id] == GgufTokenKind::normal))
      config[std::string(role) + "_token"] = vocabulary.tokens[*id];
  }
  const std::string architecture =
      format::gguf_string(keys, "general.architecture", vocabulary.where, "");
  const std::string length = architecture + ".context_length";
  if (format::gguf_find(keys, length))
    config["model_max_length"] = format::gguf_integer(keys, length, vocabulary.where);
  if (const auto chat_template = gguf_chat_template(keys, vocabulary.where))
    config["chat_template"] = *chat_template;
  return config.dump(2) + "\n";
}

}  // namespace

std::optional<std::string> gguf_chat_template(const format::GgufKeys& keys,
                                              std::string_view where) {
  if (!format::gguf_find(keys, kGgufChatTemplate)) return std::nullopt;
  std::string text = format::gguf_string(keys, kGgufChatTemplate, where);
  if (!is_valid_utf8(text))
    user_error("{}: key {}: found bytes that are not UTF-8", where, kGgufChatTemplate);
  return text;
}

std::span<const GgufSplit> gguf_splits() {
  return kGgufSplits;
}

TokenizerFiles gguf_tokenizer_files(const format::GgufKeys& keys, std::string_view where) {
  const char* key = "tokenizer.ggml.model";
  const std::string kind = format::gguf_string(keys, key, where);
  if (kind != "gpt2" && kind != "llama")
    user_error("{}: key {}: found \"{}\", expected gpt2 or llama", where, key, escaped(kind));
  const GgufVocabulary vocabulary = read_gguf_vocabulary(keys, where);
  TokenizerJson parts =
      kind == "gpt2" ? byte_level_json(keys, vocabulary) : sentence_piece_json(keys, vocabulary);
  parts.root["version"] = "1.0";
  parts.root["added_tokens"] = added_tokens(vocabulary);
  // The vocabulary is put into the text of the rest.
  std::string model = parts.model.dump();
  model.back() = ',';
  model += "\"vocab\":" + vocabulary_text(vocabulary) + "}";
  std::string text = parts.root.dump();
  text.back() = ',';
  text += "\"model\":" + model + "}\n";
  TokenizerFiles files;
  files.tokenizer_json = {fmt::format("{}: tokenizer.ggml", where), std::move(text)};
  files.config = {
      files.tokenizer_json.name,
      gguf_tokenizer_config(keys, vocabulary, kind == "gpt2" ? "GPT2Tokenizer" : "LlamaTokenizer")};
  return files;
}

}  // namespace tutti::data
