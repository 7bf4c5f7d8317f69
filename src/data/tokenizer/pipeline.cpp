// SPDX-License-Identifier: Apache-2.0
#include "data/tokenizer/pipeline.h"

#include <algorithm>
#include <charconv>
#include <nlohmann/json.hpp>

#include "base/checked.h"
#include "data/tokenizer/component.h"
#include "data/tokenizer/special_tokens.h"
#include "data/tokenizer/word_list.h"

namespace tutti::data {

namespace {

using nlohmann::json;

/// Adds a token to a pipeline that has its normalizer, and to its vocabulary if it is new.
void add_token(Pipeline& pipeline, const AddedToken& token, std::string_view where) {
  if (token.content.empty()) return;  // as Hugging Face ignores it
  if (token.special) pipeline.special_ids.insert(token.id);
  const auto known = pipeline.vocabulary.find(token.content);
  if (!known)
    pipeline.vocabulary.add(token.content, token.id, where);
  else if (*known != token.id)
    user_error("{}: added token \"{}\" has id {}, but {} in the vocabulary; make them equal", where,
               escaped(token.content), token.id, *known);
  if (!token.normalized) return pipeline.raw_tokens.add(token, token.content);
  AlignedText content;
  AlignedText normalized;
  align(token.content, content);
  pipeline.normalizer(content, {0, content.size()}, normalized);
  pipeline.normalized_tokens.add(token, normalized.bytes);
}

/// Reads "added_tokens_decoder": {"30522": {"content": ...}, ...} of a tokenizer_config.json.
void add_configured_tokens(Pipeline& pipeline, const json& config, std::string_view where) {
  const json tokens = config.value("added_tokens_decoder", json::object());
  if (!tokens.is_object())
    user_error("{}: \"added_tokens_decoder\" is {}, expected an object", where, tokens.type_name());
  for (const auto& [key, description] : tokens.items()) {
    int64_t id = -1;
    const char* end = key.data() + key.size();
    if (std::from_chars(key.data(), end, id).ptr != end)
      user_error("{}: \"added_tokens_decoder\" has the key \"{}\", expected a token id", where,
                 escaped(key));
    add_token(pipeline, parse_added_token(description, id, where), where);
  }
}

/// Adds a special token that has no id of its own where it is not there yet; true where it is new
/// to the vocabulary. As in Hugging Face its id then follows the model's tokens and those added
/// before.
bool add_without_id(Pipeline& pipeline, AddedToken token, size_t model_tokens,
                    std::string_view where) {
  const auto known = pipeline.vocabulary.find(token.content);
  if (known) pipeline.special_ids.insert(*known);
  if (pipeline.raw_tokens.has(token.content) || pipeline.normalized_tokens.has(token.content))
    return false;
  token.special = true;
  token.id = known ? *known
                   : std::max({static_cast<int32_t>(model_tokens), pipeline.raw_tokens.next_id(),
                               pipeline.normalized_tokens.next_id()});
  add_token(pipeline, token, where);
  return !known;
}

/// Adds the tokens that the configuration calls special, in the order of transformers.
void add_special_tokens(Pipeline& pipeline, const SpecialTokens& specials, size_t model_tokens,
                        std::string_view where) {
  for (const char* role : kSpecialRoles) {
    const auto found = specials.named.find(role);
    if (found == specials.named.end()) continue;
    // No model has a row for a mask token that its vocabulary lacks, and few texts contain one.
    const bool is_mask = std::string_view(role) == "mask_token";
    if (is_mask && !pipeline.vocabulary.find(found->second.content)) continue;
    add_without_id(pipeline, found->second, model_tokens, where);
  }
  int64_t added = 0;
  for (const auto& [key, token] : specials.named)
    if (!is_special_role(key)) added += add_without_id(pipeline, token, model_tokens, where);
  if (added > 1)
    user_error(
        "{}: found {} special tokens of other names than transformers' that the vocabulary lacks, "
        "expected at most one, for their order gives the ids; list them as "
        "\"extra_special_tokens\": [...]",
        where, added);
  for (const AddedToken& token : specials.extra)
    add_without_id(pipeline, token, model_tokens, where);
  add_named_ids(pipeline.vocabulary, specials, pipeline.specials);
}

/// How a tokenizer.json names its model. Old files have no type.
bool is_bpe(const json& model, std::string_view where) {
  const bool has_merges = model.contains("merges");
  const std::string type =
      format::json_string(model, "type", where, has_merges ? "BPE" : "WordPiece");
  if (type != "WordPiece" && type != "BPE")
    user_error("{}: found model of type \"{}\", expected one of BPE, WordPiece", where,
               escaped(type));
  return type == "BPE";
}

Pipeline from_tokenizer_json(const TokenizerFiles& files) {
  const std::string& where = files.tokenizer_json.name;
  const json root = parse_object(files.tokenizer_json);
  const json none;
  const auto part = [&](const json& object, const char* key) -> const json& {
    const auto found = object.find(key);
    return found == object.end() ? none : *found;
  };
  const json& model = part(root, "model");
  if (!model.is_object())
    user_error("{}: \"model\" is {}, expected an object", where, model.type_name());
  const bool bpe = is_bpe(model, where);

  Pipeline pipeline;
  pipeline.vocabulary = parse_vocabulary_object(part(model, "vocab"), where);
  const size_t model_tokens = pipeline.vocabulary.count();
  const json& pre_tokenizer = part(root, "pre_tokenizer");
  const bool bytes = makes_bytes(pre_tokenizer, where);
  if (bytes && !bpe)
    user_error("{}: found pre-tokenizer of type \"ByteLevel\", expected it with a BPE model only",
               where);
  pipeline.model = bpe ? parse_bpe(model, pipeline.vocabulary, bytes, where)
                       : parse_word_piece(model, pipeline.vocabulary, where);
  pipeline.normalizer = parse_normalizer(part(root, "normalizer"), where);
  pipeline.pre_tokenizer = parse_pre_tokenizer(pre_tokenizer, where);
  if (root.contains("added_tokens"))
    for (const json& token : json_array(root, "added_tokens", where))
      add_token(pipeline, parse_added_token(token, format::json_int(token, "id", where), where),
                where);
  const SpecialTokens specials = read_special_tokens(files);
  if (!bpe) pipeline.specials = bert_special_ids(pipeline.vocabulary, specials, where);
  add_special_tokens(pipeline, specials, model_tokens, files.config.name);
  pipeline.templates = parse_templates(part(root, "post_processor"), pipeline.vocabulary, where);
  pipeline.decoder = parse_decoder(part(root, "decoder"), where);
  return pipeline;
}

Pipeline from_vocabulary(const TokenizerFiles& files) {
  const std::string& where = files.vocabulary.name;
  const std::string& config_name = files.config.name;
  const json config = parse_object(files.config);
  BertNormalizerOptions options;
  options.lowercase = format::json_bool(config, "do_lower_case", config_name, true);
  options.handle_chinese_chars =
      format::json_bool(config, "tokenize_chinese_chars", config_name, true);
  options.strip_accents =
      format::json_bool(config, "strip_accents", config_name, options.lowercase);

  Pipeline pipeline;
  pipeline.vocabulary = parse_vocabulary_lines(files.vocabulary.content, where);
  const size_t model_tokens = pipeline.vocabulary.count();
  WordPiece model = make_word_piece(pipeline.vocabulary, "##");
  pipeline.normalizer = bert_normalizer(options);
  pipeline.pre_tokenizer = bert_pre_tokenizer();
  add_configured_tokens(pipeline, config, config_name);
  SpecialTokens specials = read_special_tokens(files);
  pipeline.specials = bert_special_ids(pipeline.vocabulary, specials, where);
  model.unknown = pipeline.specials.at("unk");
  pipeline.model = std::move(model);
  pipeline.templates = bert_templates(pipeline.specials.at("cls"), pipeline.specials.at("sep"));
  pipeline.decoder = word_piece_decoder();
  add_default_special_tokens(specials);
  add_special_tokens(pipeline, specials, model_tokens, config_name);
  return pipeline;
}

}  // namespace

Pipeline make_pipeline(const TokenizerFiles& files) {
  if (!files.words.content.empty()) return word_list_pipeline(files.words);
  return files.tokenizer_json.content.empty() ? from_vocabulary(files) : from_tokenizer_json(files);
}

}  // namespace tutti::data
