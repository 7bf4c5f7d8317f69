// SPDX-License-Identifier: Apache-2.0
// A tokenizer's files, of whatever kind, as the parts of one tokenizer.json.
#pragma once

#include <map>
#include <nlohmann/json.hpp>
#include <string>

#include "data/tokenizer/class_rules.h"
#include "data/tokenizer/extended_vocabulary.h"
#include "data/tokenizer/special_tokens.h"
#include "data/tokenizer/tokenizer_files.h"

namespace tutti::data {

/// What splits words into tokens.
enum class TokenizerModel { word_piece, bpe, unigram };

/// The tokenizer that transformers' AutoTokenizer builds from the files. What depends on fields
/// that Tutti does not apply is a UserError that names them.
class TokenizerDescription {
 public:
  /// With the tokens of the model alone, of which it is made.
  explicit TokenizerDescription(const TokenizerFiles& files);
  /// Adds all other tokens, and writes the post-processor, which contains their ids.
  void add_tokens();

  const std::string& where() const { return where_; }
  TokenizerModel model() const { return model_; }
  bool is_bpe() const { return model_ == TokenizerModel::bpe; }
  /// A member of the tokenizer.json; null if there is none. Its model has no "vocab", and
  /// one of Unigram has "scores" instead.
  const nlohmann::json& part(const char* key) const;
  const ExtendedVocabulary& vocabulary() const { return vocabulary_; }
  /// Special tokens by their roles.
  const SpecialIds& roles() const { return roles_; }

 private:
  void read_json(const TokenizerFiles& files);
  void read_vocabulary_files(const TokenizerFiles& files);
  void choose_rules(const TokenizerFiles& files);
  void apply_rules();
  void refuse_options() const;
  std::map<int64_t, AddedToken> configured_tokens(const TokenizerFiles& files) const;
  void add_special_tokens();
  void add_role(const char* key);

  std::string where_;         // the file of the vocabulary
  std::string config_where_;  // tokenizer_config.json
  nlohmann::json config_;
  nlohmann::json root_;
  const ClassRules* rules_ = nullptr;  // nullptr: the tokenizer.json counts as it is
  TokenizerModel model_ = TokenizerModel::word_piece;
  SpecialTokens specials_;
  std::map<int64_t, AddedToken> configured_;  // by the ids that the files give them
  ExtendedVocabulary vocabulary_;
  SpecialIds roles_;
};

}  // namespace tutti::data
