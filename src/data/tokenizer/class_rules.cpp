// SPDX-License-Identifier: Apache-2.0
// Source: models/*/tokenization_*.py of transformers 5.23.
#include "data/tokenizer/class_rules.h"

#include <nlohmann/json.hpp>

#include "base/error.h"
#include "data/tokenizer/template.h"
#include "format/json.h"

namespace tutti::data {
namespace {

using nlohmann::json;

constexpr const char* kSentencePieceSpace = "\u2581";

constexpr DefaultToken kGpt2Tokens[] = {
    {"unk_token", "<|endoftext|>"}, {"bos_token", "<|endoftext|>"}, {"eos_token", "<|endoftext|>"}};
constexpr DefaultToken kGptNeoxTokens[] = {{"unk_token", "<|endoftext|>"},
                                           {"bos_token", "<|endoftext|>"},
                                           {"eos_token", "<|endoftext|>"},
                                           {"pad_token", "<|padding|>"}};
constexpr DefaultToken kQwen2Tokens[] = {
    {"unk_token", "<|endoftext|>"}, {"eos_token", "<|endoftext|>"}, {"pad_token", "<|endoftext|>"}};
constexpr DefaultToken kRobertaTokens[] = {
    {"bos_token", "<s>"},   {"eos_token", "</s>"},  {"sep_token", "</s>"},   {"cls_token", "<s>"},
    {"unk_token", "<unk>"}, {"pad_token", "<pad>"}, {"mask_token", "<mask>"}};
constexpr DefaultToken kLlamaTokens[] = {
    {"unk_token", "<unk>"}, {"bos_token", "<s>"}, {"eos_token", "</s>"}};
constexpr DefaultToken kGemmaTokens[] = {{"unk_token", "<unk>"},
                                         {"bos_token", "<bos>"},
                                         {"eos_token", "<eos>"},
                                         {"pad_token", "<pad>"},
                                         {"mask_token", "<mask>"}};

constexpr const char* kQwen2Words =
    "(?i:'s|'t|'re|'ve|'m|'ll|'d)|[^\\r\\n\\p{L}\\p{N}]?\\p{L}+|\\p{N}| "
    "?[^\\s\\p{L}\\p{N}]+[\\r\\n]*|\\s*[\\r\\n]+|\\s+(?!\\S)|\\s+";
constexpr const char* kQwen35Words =
    "(?i:'s|'t|'re|'ve|'m|'ll|'d)|[^\\r\\n\\p{L}\\p{N}]?[\\p{L}\\p{M}]+|\\p{N}| "
    "?[^\\s\\p{L}\\p{M}\\p{N}]+[\\r\\n]*|\\s*[\\r\\n]+|\\s+(?!\\S)|\\s+";

/// Puts the model's options in the place of all but its vocabulary and merges.
void set_model(json& root, json options) {
  json& model = root["model"];
  for (const char* key : {"vocab", "merges"})
    if (const auto found = model.find(key); found != model.end()) options[key] = std::move(*found);
  model = std::move(options);
}

json byte_level(bool adds_space, bool splits) {
  return {{"type", "ByteLevel"},
          {"add_prefix_space", adds_space},
          {"trim_offsets", true},
          {"use_regex", splits}};
}

void write_byte_level(json& root, const json& normalizer, const json& pre_tokenizer) {
  set_model(root, {{"type", "BPE"}});
  root["normalizer"] = normalizer;
  root["pre_tokenizer"] = pre_tokenizer;
  root["decoder"] = {{"type", "ByteLevel"}};
}

void write_gpt2(json& root, const ClassArguments& arguments, const std::string&) {
  write_byte_level(root, nullptr, byte_level(arguments.flag("add_prefix_space", false), true));
}

void write_gpt_neox(json& root, const ClassArguments& arguments, const std::string&) {
  write_byte_level(root, {{"type", "NFC"}},
                   byte_level(arguments.flag("add_prefix_space", false), true));
}

void write_qwen(json& root, const ClassArguments& arguments, const char* words) {
  const json split = {{"type", "Split"},
                      {"pattern", {{"Regex", words}}},
                      {"behavior", "Isolated"},
                      {"invert", false}};
  const json bytes = byte_level(arguments.flag("add_prefix_space", false), false);
  write_byte_level(root, {{"type", "NFC"}},
                   {{"type", "Sequence"}, {"pretokenizers", json::array({split, bytes})}});
}

void write_qwen2(json& root, const ClassArguments& arguments, const std::string&) {
  write_qwen(root, arguments, kQwen2Words);
}

void write_qwen35(json& root, const ClassArguments& arguments, const std::string&) {
  write_qwen(root, arguments, kQwen35Words);
}

void write_bert(json& root, const ClassArguments& arguments, const std::string& unknown) {
  const bool lowercase = arguments.flag("do_lower_case", true);
  set_model(root, {{"type", "WordPiece"}, {"unk_token", unknown}});
  root["normalizer"] = {{"type", "BertNormalizer"},
                        {"clean_text", true},
                        {"handle_chinese_chars", arguments.flag("tokenize_chinese_chars", true)},
                        {"strip_accents", arguments.flag("strip_accents", lowercase)},
                        {"lowercase", lowercase}};
  root["pre_tokenizer"] = {{"type", "BertPreTokenizer"}};
  root["decoder"] = {{"type", "WordPiece"}, {"prefix", "##"}, {"cleanup", true}};
}

/// Steps of a decoder that makes text of SentencePiece's tokens.
json sentence_piece_decoders() {
  return {{{"type", "Replace"}, {"pattern", {{"String", kSentencePieceSpace}}}, {"content", " "}},
          {{"type", "ByteFallback"}},
          {{"type", "Fuse"}}};
}

void write_llama(json& root, const ClassArguments& arguments, const std::string&) {
  const bool adds_space = arguments.flag("add_prefix_space", true);
  const bool legacy = arguments.flag("legacy", false);
  set_model(root, {{"type", "BPE"}, {"fuse_unk", true}, {"byte_fallback", true}});
  root["normalizer"] = nullptr;
  root["pre_tokenizer"] = {{"type", "Metaspace"},
                           {"replacement", kSentencePieceSpace},
                           {"prepend_scheme", !adds_space ? "never"
                                              : legacy    ? "always"
                                                          : "first"},
                           {"split", false}};
  json decoders = sentence_piece_decoders();
  if (adds_space)
    decoders.push_back({{"type", "Strip"}, {"content", " "}, {"start", 1}, {"stop", 0}});
  root["decoder"] = {{"type", "Sequence"}, {"decoders", decoders}};
}

void write_gemma(json& root, const ClassArguments&, const std::string& unknown) {
  set_model(root,
            {{"type", "BPE"}, {"fuse_unk", true}, {"byte_fallback", true}, {"unk_token", unknown}});
  root["normalizer"] = {
      {"type", "Replace"}, {"pattern", {{"String", " "}}}, {"content", kSentencePieceSpace}};
  root["pre_tokenizer"] = {{"type", "Split"},
                           {"pattern", {{"String", " "}}},
                           {"behavior", "MergedWithPrevious"},
                           {"invert", false}};
  root["decoder"] = {{"type", "Sequence"}, {"decoders", sentence_piece_decoders()}};
}

/// {"sep": ["</s>", 2], "cls": ["<s>", 0]} with a post-processor's type.
json around_texts(const char* type, const ClassArguments& arguments, const SpecialTokens& specials,
                  const Vocabulary& vocabulary) {
  json processor = {{"type", type}};
  for (const char* role : {"sep", "cls"}) {
    const std::string token = token_of_role(specials, role);
    const int32_t id = special_id(vocabulary, token, role, arguments.where);
    processor[role] = {token, static_cast<uint32_t>(id)};
  }
  return processor;
}

json bert_processor(const ClassArguments& arguments, const SpecialTokens& specials,
                    const Vocabulary& vocabulary) {
  return around_texts("BertProcessing", arguments, specials, vocabulary);
}

json roberta_processor(const ClassArguments& arguments, const SpecialTokens& specials,
                       const Vocabulary& vocabulary) {
  json processor = around_texts("RobertaProcessing", arguments, specials, vocabulary);
  processor["trim_offsets"] = arguments.flag("trim_offsets", true);
  processor["add_prefix_space"] = arguments.flag("add_prefix_space", false);
  return processor;
}

constexpr ClassRules kClassRules[] = {
    {"BertTokenizer", false, true, kBertTokens, "", false, write_bert, bert_processor},
    {"CodeGenTokenizer", true, true, kGpt2Tokens, "", false, write_gpt2, nullptr},
    {"DistilBertTokenizer", false, true, kBertTokens, "", false, write_bert, bert_processor},
    {"GPT2Tokenizer", true, true, kGpt2Tokens, "", false, write_gpt2, nullptr},
    {"GPTNeoXTokenizer", true, true, kGptNeoxTokens, "", false, write_gpt_neox,
     end_tokens_processor},
    {"GemmaTokenizer", true, false, kGemmaTokens, "", false, write_gemma, nullptr},
    {"LlamaTokenizer", true, false, kLlamaTokens, "Prepend Replace", false, write_llama, nullptr},
    {"Qwen2Tokenizer", true, true, kQwen2Tokens, "", true, write_qwen2, nullptr},
    {"Qwen3_5Tokenizer", true, false, kQwen2Tokens, "", false, write_qwen35, nullptr},
    {"RobertaTokenizer", true, true, kRobertaTokens, "", false, write_gpt2, roberta_processor},
};

}  // namespace

bool ClassArguments::flag(const char* key, bool fallback) const {
  return format::json_bool(config, key, where, fallback);
}

const ClassRules* find_class_rules(std::string_view name) {
  for (const ClassRules& rules : kClassRules)
    if (rules.name == name) return &rules;
  return nullptr;
}

std::string names_of_class_rules() {
  std::string names;
  for (const ClassRules& rules : kClassRules)
    names.append(names.empty() ? "" : ", ").append(rules.name);
  return names;
}

json end_tokens_processor(const ClassArguments& arguments, const SpecialTokens& specials,
                          const Vocabulary& vocabulary) {
  const auto token = [&](const char* role) -> std::optional<EndToken> {
    const std::string content = token_of_role(specials, role);
    const std::string key = fmt::format("add_{}_token", role);
    if (content.empty() || !arguments.flag(key.c_str(), false)) return std::nullopt;
    return EndToken{content, special_id(vocabulary, content, role, arguments.where)};
  };
  return end_template(token("bos"), token("eos"));
}

}  // namespace tutti::data
