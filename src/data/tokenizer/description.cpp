// SPDX-License-Identifier: Apache-2.0
#include "data/tokenizer/description.h"

#include <algorithm>
#include <charconv>

#include "base/error.h"
#include "base/lines.h"
#include "base/log.h"
#include "base/text.h"
#include "data/tokenizer/component.h"
#include "data/tokenizer/dropped_steps.h"
#include "data/tokenizer/tokenizer_class.h"
#include "format/json.h"

namespace tutti::data {
namespace {

using nlohmann::json;

const json kNoPart;

/// How a tokenizer.json names its model. Old files have no type.
TokenizerModel named_model(const json& model, std::string_view where) {
  const bool has_merges = model.contains("merges");
  const std::string type =
      format::json_string(model, "type", where, has_merges ? "BPE" : "WordPiece");
  if (type == "Unigram") return TokenizerModel::unigram;
  if (type != "WordPiece" && type != "BPE")
    user_error("{}: found model of type \"{}\", expected one of BPE, Unigram, WordPiece", where,
               escaped(type));
  return type == "BPE" ? TokenizerModel::bpe : TokenizerModel::word_piece;
}

/// A merges.txt: two tokens a line, which may have a line of the version before them.
json read_merges(const TokenizerFiles::File& file) {
  json merges = json::array();
  const std::string_view text = file.content;
  for (size_t at = 0, line = 1; at < text.size(); line++) {
    std::string_view merge = next_line(text, at);
    if (merge.ends_with('\r')) merge.remove_suffix(1);
    if (merge.starts_with("#version")) continue;
    const size_t space = merge.find(' ');
    if (space == merge.npos || merge.find(' ', space + 1) != merge.npos || !is_valid_utf8(merge))
      user_error("{}:{}: found \"{}\", expected two tokens with a space between them", file.name,
                 line, escaped(merge, 60));
    merges.push_back(json::array({merge.substr(0, space), merge.substr(space + 1)}));
  }
  return merges;
}

[[noreturn]] void refuse_option(std::string_view where, const char* key, std::string_view found,
                                std::string_view expected) {
  user_error("{}: \"{}\": found {}, expected {}: Tutti does not apply it", where, key, found,
             expected);
}

/// Tokens by the keys of "added_tokens_decoder": {"30522": {"content": ...}, ...}.
void read_decoder(const json& tokens, std::string_view where,
                  std::map<int64_t, AddedToken>& result) {
  if (!tokens.is_object())
    user_error("{}: \"added_tokens_decoder\" is {}, expected an object", where, tokens.type_name());
  for (const auto& [key, description] : tokens.items()) {
    int64_t id = -1;
    const char* end = key.data() + key.size();
    if (std::from_chars(key.data(), end, id).ptr != end)
      user_error("{}: \"added_tokens_decoder\" has the key \"{}\", expected a token id", where,
                 escaped(key));
    result[id] = parse_added_token(description, id, where);
  }
}

/// An added_tokens.json: {"<token>": 30522, ...}.
void read_added_tokens(const TokenizerFiles::File& file, const SpecialTokens& specials,
                       std::map<int64_t, AddedToken>& result) {
  const json tokens = parse_object(file);
  for (const auto& [content, id] : tokens.items()) {
    if (!id.is_number_unsigned() || id.get<uint64_t>() > INT32_MAX)
      user_error("{}: token \"{}\" has id {}, expected a small integer of 0 or more", file.name,
                 escaped(content), escaped(id.dump()));
    AddedToken token = {.id = id.get<int32_t>(), .content = content};
    token.special = is_listed_token(specials, content);
    token.normalized = !token.special;
    result[token.id] = token;
  }
}

}  // namespace

TokenizerDescription::TokenizerDescription(const TokenizerFiles& files)
    : config_where_(files.config.name),
      config_(parse_object(files.config)),
      vocabulary_(Vocabulary()) {
  refuse_options();
  const bool has_json = !files.tokenizer_json.content.empty();
  if (has_json) {
    where_ = files.tokenizer_json.name;
    root_ = parse_object(files.tokenizer_json);
    // transformers takes the ends of texts from the file's post-processor.
    config_.erase("add_bos_token");
    config_.erase("add_eos_token");
  }
  choose_rules(files);
  if (has_json)
    read_json(files);
  else
    read_vocabulary_files(files);
  specials_ = read_special_tokens(files, rules_ ? rules_->defaults : std::span<DefaultToken>());
  configured_ = configured_tokens(files);
  if (rules_) apply_rules();
}

void TokenizerDescription::apply_rules() {
  const json file = {{"normalizer", part("normalizer")}, {"pre_tokenizer", part("pre_tokenizer")}};
  rules_->write_parts(root_, {config_, config_where_}, token_of_role(specials_, "unk"));
  const std::string dropped = keep_dropped_steps(file, *rules_, root_);
  if (!dropped.empty())
    log_warning(
        "{}: texts go through its step {}, which transformers 5 leaves out for the class {}; set "
        "\"tokenizer_class\": \"{}\" in {} so that transformers takes the file as it is, too",
        where_, escaped(dropped), rules_->name, kGenericTokenizerClass, config_where_);
}

void TokenizerDescription::refuse_options() const {
  for (const char* key :
       {"split_special_tokens", "fix_mistral_regex",
        "clean_up_tokenization_spaces_for_bpe_even_though_it_will_corrupt_output"})
    if (format::json_bool(config_, key, config_where_, false))
      refuse_option(config_where_, key, "true", "false");
  for (const char* key : {"fast_tokenizer_files", "init_inputs"})
    if (const auto found = config_.find(key); found != config_.end() && !found->empty())
      refuse_option(config_where_, key, format::json_found(*found), "none");
}

void TokenizerDescription::choose_rules(const TokenizerFiles& files) {
  const std::string& text = files.tokenizer_json.content;
  const json model_config = parse_object(files.model_config);
  const ChosenTokenizerClass chosen =
      choose_tokenizer_class({config_, model_config, config_where_, files.model_config.name,
                              text.find("\"ByteLevel\"") != text.npos});
  if (chosen.name != kGenericTokenizerClass) {
    rules_ = find_class_rules(chosen.name);
    if (rules_) return;
    user_error(
        "{}: found the class {}, which makes its tokenizer in a way that Tutti does not have, "
        "expected one of {}; where tokenizer.json is right as it is, set \"tokenizer_class\": "
        "\"{}\" in {}",
        chosen.chosen_by, escaped(chosen.name), names_of_class_rules(), kGenericTokenizerClass,
        config_where_);
  }
  if (!text.empty()) return;
  // A vocab.txt is BERT's, whether or not the files say so.
  rules_ = files.vocabulary.content.empty() ? nullptr : find_class_rules("BertTokenizer");
  if (!rules_)
    user_error(
        "{}: found no class that says how its tokens split texts, expected \"tokenizer_class\" in "
        "{}, such as \"GPT2Tokenizer\", \"Qwen2Tokenizer\" or \"RobertaTokenizer\"",
        files.vocabulary_json.name, config_where_);
}

void TokenizerDescription::read_json(const TokenizerFiles& files) {
  json& model = root_["model"];
  if (!model.is_object())
    user_error("{}: \"model\" is {}, expected an object", where_, model.type_name());
  model_ = named_model(model, where_);
  const bool is_of_class =
      model_ == TokenizerModel::unigram ? false : rules_ && rules_->is_bpe == is_bpe();
  if (rules_ && !is_of_class)
    user_error("{}: found a model of {}, but the class {} has one of {}; make {} name another",
               where_, format::json_string(model, "type", where_, is_bpe() ? "BPE" : "WordPiece"),
               rules_->name, rules_->is_bpe ? "BPE" : "WordPiece", files.config.name);
  const auto vocabulary = model.find("vocab");
  const json& entries = vocabulary == model.end() ? kNoPart : *vocabulary;
  if (model_ == TokenizerModel::unigram) {
    std::vector<double> scores;
    vocabulary_ = ExtendedVocabulary(parse_vocabulary_list(entries, where_, scores));
    model["scores"] = scores;
  } else {
    vocabulary_ = ExtendedVocabulary(parse_vocabulary_object(entries, where_));
  }
  model.erase("vocab");
}

void TokenizerDescription::read_vocabulary_files(const TokenizerFiles& files) {
  model_ = rules_->is_bpe ? TokenizerModel::bpe : TokenizerModel::word_piece;
  const TokenizerFiles::File& file = is_bpe() ? files.vocabulary_json : files.vocabulary;
  where_ = file.name;
  if (!rules_->reads_vocabulary)
    user_error("{}: the class {} does not read it, expected a tokenizer.json", where_,
               rules_->name);
  for (const TokenizerFiles::File* each : {&file, is_bpe() ? &files.merges : &file})
    if (each->content.empty())
      io_error("{}: it is missing, and the class {} reads it where there is no tokenizer.json",
               each->name, rules_->name);
  root_["model"] = json::object();
  if (is_bpe()) {
    vocabulary_ = ExtendedVocabulary(parse_vocabulary_object(parse_object(file), where_));
    root_["model"]["merges"] = read_merges(files.merges);
  } else {
    vocabulary_ = ExtendedVocabulary(parse_vocabulary_lines(file.content, where_));
  }
}

std::map<int64_t, AddedToken> TokenizerDescription::configured_tokens(
    const TokenizerFiles& files) const {
  std::map<int64_t, AddedToken> tokens;
  const auto decoder = config_.find("added_tokens_decoder");
  if (decoder != config_.end()) {
    read_decoder(*decoder, config_where_, tokens);
    return tokens;
  }
  read_added_tokens(files.added_tokens, specials_, tokens);
  if (!root_.contains("added_tokens")) return tokens;
  for (const json& token : json_array(root_, "added_tokens", where_)) {
    const int64_t id = format::json_int(token, "id", where_);
    tokens[id] = parse_added_token(token, id, where_);
  }
  return tokens;
}

const json& TokenizerDescription::part(const char* key) const {
  const auto found = root_.find(key);
  return found == root_.end() ? kNoPart : *found;
}

void TokenizerDescription::add_tokens() {
  // A class with rules takes the tokens of tokenizer.json where the configuration lists none.
  if (!rules_ && root_.contains("added_tokens"))
    for (const json& token : json_array(root_, "added_tokens", where_))
      vocabulary_.add_with_id(
          parse_added_token(token, format::json_int(token, "id", where_), where_), where_);
  for (auto& [id, token] : configured_) {
    if (is_named_token(specials_, token.content)) token.special = true;
    vocabulary_.add_with_id(token, config_where_);
  }
  if (model_ == TokenizerModel::word_piece)
    roles_ = bert_special_ids(vocabulary_.tokens(), specials_, where_);
  add_special_tokens();
  add_named_ids(vocabulary_.tokens(), specials_, roles_);

  const ClassArguments arguments = {config_, config_where_};
  json& processor = root_["post_processor"];
  if (rules_ && rules_->post_processor)
    processor = rules_->post_processor(arguments, specials_, vocabulary_.tokens());
  else if (processor.is_null())
    processor = end_tokens_processor(arguments, specials_, vocabulary_.tokens());
}

/// Adds the token of a role, which may have been added before.
void TokenizerDescription::add_role(const char* key) {
  const std::string_view name(key);
  const std::string content =
      token_of_role(specials_, name.substr(0, name.size() - std::string_view("_token").size()));
  if (content.empty()) return;
  const auto id = vocabulary_.tokens().find(content);
  if (id) vocabulary_.mark_special(*id);
  if (vocabulary_.is_added(content)) return;
  const auto named = specials_.named.find(key);
  if (!id && (named == specials_.named.end() || name == "mask_token"))
    return vocabulary_.add_without_row(content);
  AddedToken token =
      named == specials_.named.end() ? AddedToken{.content = content} : named->second;
  token.special = true;
  vocabulary_.add(token, config_where_);
}

/// Adds the tokens that the configuration calls special, in the order of transformers.
void TokenizerDescription::add_special_tokens() {
  const auto add = [&](AddedToken token) {
    const auto id = vocabulary_.tokens().find(token.content);
    if (id) vocabulary_.mark_special(*id);
    if (vocabulary_.is_added(token.content)) return false;
    token.special = true;
    return vocabulary_.add(token, config_where_);
  };
  for (const char* role : kSpecialRoles) add_role(role);
  int64_t added = 0;
  for (const auto& [key, token] : specials_.named)
    if (!is_special_role(key)) added += add(token);
  if (added > 1)
    user_error(
        "{}: found {} special tokens of other names than transformers' that the vocabulary lacks, "
        "expected at most one, for their order gives the ids; list them as "
        "\"extra_special_tokens\": [...]",
        config_where_, added);
  for (const AddedToken& token : specials_.extra) add(token);
  if (!rules_ || !rules_->resets_special_tokens) return;
  const auto has_extra = [&](const std::string& content) {
    return std::any_of(specials_.extra.begin(), specials_.extra.end(),
                       [&](const AddedToken& token) { return token.content == content; });
  };
  for (const auto& [id, token] : std::map(vocabulary_.added()))
    if (is_named_token(specials_, token.content) || has_extra(token.content))
      vocabulary_.add({.content = token.content, .special = true}, config_where_);
}

}  // namespace tutti::data
