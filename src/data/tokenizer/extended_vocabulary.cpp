// SPDX-License-Identifier: Apache-2.0
#include "data/tokenizer/extended_vocabulary.h"

#include <algorithm>

#include "base/error.h"
#include "base/text.h"

namespace tutti::data {

ExtendedVocabulary::ExtendedVocabulary(Vocabulary model)
    : tokens_(std::move(model)), next_id_(static_cast<int32_t>(tokens_.count())) {}

bool ExtendedVocabulary::is_added(std::string_view content) const {
  const auto id = tokens_.find(content);
  return id && added_.contains(*id);
}

int32_t ExtendedVocabulary::id_for(std::string_view content) const {
  return tokens_.find(content).value_or(next_id_);
}

bool ExtendedVocabulary::add(AddedToken token, std::string_view where) {
  if (token.content.empty()) return false;
  const bool is_new = !tokens_.find(token.content);
  token.id = id_for(token.content);
  if (is_new) tokens_.add(token.content, token.id, where);
  next_id_ = std::max(next_id_, token.id + 1);
  if (token.special) special_ids_.insert(token.id);
  added_[token.id] = std::move(token);
  return is_new;
}

void ExtendedVocabulary::add_with_id(const AddedToken& token, std::string_view where) {
  const bool is_known = tokens_.find(token.content).has_value();
  const int32_t id = id_for(token.content);
  if (!token.content.empty() && id != token.id && is_known)
    user_error("{}: added token \"{}\" has id {}, but {} in the vocabulary; make them equal", where,
               escaped(token.content), token.id, id);
  if (!token.content.empty() && id != token.id)
    user_error(
        "{}: added token \"{}\" has id {}, expected {}, which follows the {} tokens of the model "
        "and those added before, and which transformers gives it; make the ids of added tokens "
        "follow each other",
        where, escaped(token.content), token.id, id, tokens_.count());
  add(token, where);
}

void ExtendedVocabulary::add_without_row(const std::string& content) {
  if (without_row_.insert(content).second) next_id_++;
}

}  // namespace tutti::data
