// SPDX-License-Identifier: Apache-2.0
#include "data/tokenizer/pipeline.h"

#include <algorithm>
#include <charconv>
#include <nlohmann/json.hpp>

#include "base/checked.h"
#include "data/tokenizer/component.h"
#include "data/tokenizer/special_tokens.h"
#include "data/tokenizer/unicode.h"

namespace tutti::data {

namespace {

using nlohmann::json;

size_t code_points(std::string_view text) {
  return text.size() -
         static_cast<size_t>(std::count_if(text.begin(), text.end(), unicode::is_continuation));
}

WordPiece make_model(const Vocabulary& vocabulary, const std::string& continuing_prefix) {
  WordPiece model;
  for (size_t id = 0; id < vocabulary.size(); id++)
    if (!vocabulary.token(id).empty())
      model.tokens.insert(vocabulary.token(id), static_cast<int32_t>(id));
  model.continuation = model.tokens.find(continuing_prefix);
  return model;
}

/// Adds a token to a pipeline that has its normalizer, and to its vocabulary if it is new.
void add_token(Pipeline& pipeline, const AddedToken& token, std::string_view where) {
  if (token.content.empty()) return;  // as Hugging Face ignores it
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

/// Adds a token that has no id of its own where it is not there yet; true where it is new to the
/// vocabulary. As in Hugging Face its id then follows the model's tokens and those added before.
bool add_without_id(Pipeline& pipeline, AddedToken token, size_t model_tokens,
                    std::string_view where) {
  if (pipeline.raw_tokens.has(token.content) || pipeline.normalized_tokens.has(token.content))
    return false;
  const auto known = pipeline.vocabulary.find(token.content);
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
}

Pipeline from_tokenizer_json(const TokenizerFiles& files) {
  const std::string& where = files.tokenizer_json.name;
  const json root = parse_object(files.tokenizer_json);
  const json model = root.value("model", json());
  if (!model.is_object())
    user_error("{}: \"model\" is {}, expected an object", where, model.type_name());
  // Old files have no type.
  const std::string type = format::json_string(model, "type", where, "WordPiece");
  if (type != "WordPiece")
    user_error("{}: found model of type \"{}\", expected WordPiece", where, escaped(type));

  Pipeline pipeline;
  pipeline.vocabulary = parse_vocabulary_object(model.value("vocab", json()), where);
  const size_t model_tokens = pipeline.vocabulary.count();
  pipeline.model = make_model(pipeline.vocabulary,
                              format::json_string(model, "continuing_subword_prefix", where, "##"));
  pipeline.model.unknown = special_id(
      pipeline.vocabulary, format::json_string(model, "unk_token", where, "[UNK]"), "unk", where);
  const int64_t longest = format::json_int(model, "max_input_chars_per_word", where, 100);
  if (longest < 0)
    user_error("{}: \"max_input_chars_per_word\" is {}, expected 0 or more", where, longest);
  pipeline.model.max_code_points = static_cast<size_t>(longest);
  pipeline.normalizer = parse_normalizer(root.value("normalizer", json()), where);
  pipeline.pre_tokenizer = parse_pre_tokenizer(root.value("pre_tokenizer", json()), where);
  if (root.contains("added_tokens"))
    for (const json& token : json_array(root, "added_tokens", where))
      add_token(pipeline, parse_added_token(token, format::json_int(token, "id", where), where),
                where);
  const SpecialTokens specials = read_special_tokens(files);
  pipeline.specials = special_ids(pipeline.vocabulary, specials, where);
  add_special_tokens(pipeline, specials, model_tokens, files.config.name);
  pipeline.templates =
      parse_templates(root.value("post_processor", json()), pipeline.vocabulary, where);
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
  pipeline.model = make_model(pipeline.vocabulary, "##");
  pipeline.normalizer = bert_normalizer(options);
  pipeline.pre_tokenizer = bert_pre_tokenizer();
  add_configured_tokens(pipeline, config, config_name);
  SpecialTokens specials = read_special_tokens(files);
  pipeline.specials = special_ids(pipeline.vocabulary, specials, where);
  pipeline.model.unknown = pipeline.specials.unk;
  pipeline.templates = bert_templates(pipeline.specials.cls, pipeline.specials.sep);
  add_default_special_tokens(specials);
  add_special_tokens(pipeline, specials, model_tokens, config_name);
  return pipeline;
}

}  // namespace

void WordPiece::encode(const AlignedText& text, ByteRange word, Encoding& result) const {
  const std::string_view view = text.view(word);
  const auto add = [&](int32_t id, ByteRange range) {
    const Span source = text.source(range);
    result.ids.push_back(id);
    result.offsets.emplace_back(source.begin, source.end);
  };
  const size_t before = result.ids.size();
  bool known = view.size() <= max_code_points || code_points(view) <= max_code_points;
  uint32_t from = Trie::kRoot;
  for (size_t at = 0; known && at < view.size();) {
    const Trie::Match match =
        from == Trie::kNoNode ? Trie::Match{} : tokens.longest(view.substr(at), from);
    known = match.id != Trie::kNoId;
    if (known) add(match.id, {word.begin + at, word.begin + at + match.size});
    at += match.size;
    from = continuation;
  }
  if (known) return;
  result.ids.resize(before);
  result.offsets.resize(before);
  add(unknown, word);
}

Pipeline make_pipeline(const TokenizerFiles& files) {
  return files.tokenizer_json.content.empty() ? from_vocabulary(files) : from_tokenizer_json(files);
}

}  // namespace tutti::data
