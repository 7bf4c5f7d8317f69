// SPDX-License-Identifier: Apache-2.0
#include "data/tokenizer/gguf_tokenizer.h"

#include <algorithm>
#include <nlohmann/json.hpp>

#include "base/text.h"
#include "data/tokenizer/gguf_merges.h"
#include "data/tokenizer/gguf_vocabulary.h"
#include "data/tokenizer/tokenizer_class.h"

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

std::string gguf_tokenizer_config(const format::GgufKeys& keys, const GgufVocabulary& vocabulary) {
  json config = {{"tokenizer_class", kGenericTokenizerClass},
                 {"clean_up_tokenization_spaces", false}};
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
  if (const auto chat_template = gguf_text(keys, kGgufChatTemplate, vocabulary.where)) {
    const auto with_tools = gguf_text(keys, kGgufToolTemplate, vocabulary.where);
    config["chat_template"] = *chat_template;
    if (with_tools)
      config["chat_template"] = {{{"name", "default"}, {"template", *chat_template}},
                                 {{"name", "tool_use"}, {"template", *with_tools}}};
  }
  return config.dump(2) + "\n";
}

}  // namespace

std::optional<std::string> gguf_text(const format::GgufKeys& keys, const std::string& key,
                                     std::string_view where) {
  if (!format::gguf_find(keys, key)) return std::nullopt;
  std::string text = format::gguf_string(keys, key, where);
  if (!is_valid_utf8(text)) user_error("{}: key {}: found bytes that are not UTF-8", where, key);
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
  files.config = {files.tokenizer_json.name, gguf_tokenizer_config(keys, vocabulary)};
  return files;
}

}  // namespace tutti::data
