// SPDX-License-Identifier: Apache-2.0
#include "data/tokenizer/pipeline.h"

#include <algorithm>
#include <charconv>
#include <nlohmann/json.hpp>

#include "base/checked.h"
#include "data/tokenizer/component.h"

namespace tutti::data {

namespace {

using nlohmann::json;
using File = TokenizerFiles::File;

struct SpecialNames {
  std::string cls = "[CLS]";
  std::string sep = "[SEP]";
  std::string pad = "[PAD]";
  std::string unk = "[UNK]";
  std::string mask = "[MASK]";
};

json parse_optional(const File& file) {
  if (file.content.empty()) return json::object();
  json parsed = format::parse_json(file.content, file.name);
  if (!parsed.is_object())
    user_error("{}: found {}, expected an object {{...}}", file.name, parsed.type_name());
  return parsed;
}

/// Reads a token's name: "[CLS]" or {"content": "[CLS]", ...}; absent or null leaves it.
void read_name(const json& object, const char* key, std::string_view where, std::string& name) {
  const auto found = object.find(key);
  if (found != object.end() && found->is_object())
    name = format::json_string(*found, "content", where);
  else
    name = format::json_string(object, key, where, name);
}

SpecialNames read_special_names(const TokenizerFiles& files) {
  SpecialNames names;
  for (const File* file : {&files.special_tokens, &files.config}) {
    const json object = parse_optional(*file);
    read_name(object, "cls_token", file->name, names.cls);
    read_name(object, "sep_token", file->name, names.sep);
    read_name(object, "pad_token", file->name, names.pad);
    read_name(object, "unk_token", file->name, names.unk);
    read_name(object, "mask_token", file->name, names.mask);
  }
  return names;
}

int32_t special_id(const Vocabulary& vocabulary, const std::string& name, const char* role,
                   std::string_view where) {
  const auto id = vocabulary.find(name);
  if (!id)
    user_error(
        "{}: the {} token \"{}\" is not among the {} tokens; add it, or name another in "
        "tokenizer_config.json as \"{}_token\"",
        where, role, escaped(name), vocabulary.size(), role);
  return *id;
}

SpecialIds special_ids(const Vocabulary& vocabulary, const SpecialNames& names,
                       std::string_view where) {
  SpecialIds ids;
  ids.cls = special_id(vocabulary, names.cls, "cls", where);
  ids.sep = special_id(vocabulary, names.sep, "sep", where);
  ids.pad = special_id(vocabulary, names.pad, "pad", where);
  ids.unk = special_id(vocabulary, names.unk, "unk", where);
  ids.mask = vocabulary.find(names.mask);
  return ids;
}

size_t code_points(std::string_view text) {
  return static_cast<size_t>(std::count_if(text.begin(), text.end(), [](char byte) {
    return (static_cast<unsigned char>(byte) & 0xC0) != 0x80;
  }));
}

WordPiece make_model(const Vocabulary& vocabulary, const std::string& continuing_prefix) {
  WordPiece model;
  for (size_t id = 0; id < vocabulary.size(); id++)
    if (!vocabulary.token(id).empty())
      model.tokens.insert(vocabulary.token(id), static_cast<int32_t>(id));
  model.continuation = model.tokens.find(continuing_prefix);
  return model;
}

AddedToken parse_added_token(const json& description, int64_t id, std::string_view where) {
  AddedToken token;
  token.id = checked_cast<int32_t>(id, where);
  token.content = format::json_string(description, "content", where);
  token.single_word = format::json_bool(description, "single_word", where, false);
  token.lstrip = format::json_bool(description, "lstrip", where, false);
  token.rstrip = format::json_bool(description, "rstrip", where, false);
  const bool special = format::json_bool(description, "special", where, false);
  token.normalized = format::json_bool(description, "normalized", where, !special);
  return token;
}

/// Takes a token into the pipeline whose normalizer stands, and into its vocabulary if it is new.
void add_token(Pipeline& pipeline, const AddedToken& token, std::string_view where) {
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

Pipeline from_tokenizer_json(const TokenizerFiles& files) {
  const std::string& where = files.tokenizer_json.name;
  const json root = parse_optional(files.tokenizer_json);
  const json model = root.value("model", json());
  if (!model.is_object())
    user_error("{}: \"model\" is {}, expected an object", where, model.type_name());
  // Old files have no type.
  const std::string type = format::json_string(model, "type", where, "WordPiece");
  if (type != "WordPiece")
    user_error("{}: found model of type \"{}\", expected WordPiece", where, escaped(type));

  Pipeline pipeline;
  pipeline.vocabulary = parse_vocabulary_object(model.value("vocab", json()), where);
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
  pipeline.specials = special_ids(pipeline.vocabulary, read_special_names(files), where);
  pipeline.templates =
      parse_templates(root.value("post_processor", json()), pipeline.vocabulary, where);
  return pipeline;
}

Pipeline from_vocabulary(const TokenizerFiles& files) {
  const std::string& where = files.vocabulary.name;
  const std::string& config_name = files.config.name;
  const json config = parse_optional(files.config);
  BertNormalizerOptions options;
  options.lowercase = format::json_bool(config, "do_lower_case", config_name, true);
  options.handle_chinese_chars =
      format::json_bool(config, "tokenize_chinese_chars", config_name, true);
  options.strip_accents =
      format::json_bool(config, "strip_accents", config_name, options.lowercase);

  Pipeline pipeline;
  pipeline.vocabulary = parse_vocabulary_lines(files.vocabulary.content, where);
  pipeline.model = make_model(pipeline.vocabulary, "##");
  pipeline.normalizer = bert_normalizer(options);
  pipeline.pre_tokenizer = bert_pre_tokenizer();
  const SpecialNames names = read_special_names(files);
  pipeline.specials = special_ids(pipeline.vocabulary, names, where);
  pipeline.model.unknown = pipeline.specials.unk;
  pipeline.templates = bert_templates(pipeline.specials.cls, pipeline.specials.sep);
  for (const std::string* name : {&names.pad, &names.unk, &names.cls, &names.sep, &names.mask})
    if (const auto id = pipeline.vocabulary.find(*name))
      add_token(pipeline, {.id = *id, .content = *name}, where);
  add_configured_tokens(pipeline, config, config_name);
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
