// SPDX-License-Identifier: Apache-2.0
// The tokens of a model and those that are added to them.
#pragma once

#include <map>
#include <set>
#include <string>
#include <string_view>
#include <unordered_set>

#include "data/tokenizer/added_tokens.h"
#include "data/tokenizer/vocabulary.h"

namespace tutti::data {

/// Gives added tokens their ids as Hugging Face's tokenizers does: that of the model's token of the
/// same text, or else the first one after the model's tokens and those added before.
class ExtendedVocabulary {
 public:
  explicit ExtendedVocabulary(Vocabulary model);

  const Vocabulary& tokens() const { return tokens_; }
  /// By id.
  const std::map<int32_t, AddedToken>& added() const { return added_; }
  bool is_added(std::string_view content) const;
  /// The added tokens that are or were special, and marked ones.
  const std::unordered_set<int32_t>& special_ids() const { return special_ids_; }
  void mark_special(int32_t id) { special_ids_.insert(id); }

  /// Adds a token, or changes the flags of one, whatever its id says; an empty one is ignored. True
  /// where it is new to the vocabulary. Throws UserError where another token has its id.
  bool add(AddedToken token, std::string_view where);
  /// The same, and throws UserError where its id is to be another.
  void add_with_id(const AddedToken& token, std::string_view where);
  /// Counts the id of a token that a class adds to any vocabulary, for which no model has a row:
  /// the token has no id, and no text may contain it.
  void add_without_row(const std::string& content);
  const std::set<std::string>& without_row() const { return without_row_; }

 private:
  int32_t id_for(std::string_view content) const;

  Vocabulary tokens_;
  int32_t next_id_;  // of a token that is new
  std::map<int32_t, AddedToken> added_;
  std::set<std::string> without_row_;
  std::unordered_set<int32_t> special_ids_;
};

}  // namespace tutti::data
