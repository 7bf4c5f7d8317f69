// SPDX-License-Identifier: Apache-2.0
// The tokens of a tokenizer and their ids.
#pragma once

#include <cstdint>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace tutti::data {

/// Ids may have gaps: an unused id below size() has an empty token. The empty token may have an id
/// too, that of a blank line in a vocab.txt; no text contains it.
class Vocabulary {
 public:
  /// Adds a token. Throws UserError if the token or the id is taken, or if the id is negative or
  /// too large.
  void add(std::string_view token, int64_t id, std::string_view where);
  /// Gives an id another text. The token is still found by the one that it was added with.
  void set_text(int32_t id, std::string_view text) { tokens_[static_cast<size_t>(id)] = text; }
  /// Adds a token, or gives it another id.
  void assign(std::string_view token, int64_t id, std::string_view where);

  size_t size() const { return tokens_.size(); }  // the largest id + 1
  size_t count() const { return ids_.size(); }
  const std::string& token(size_t id) const { return tokens_[id]; }
  std::optional<int32_t> find(std::string_view token) const;

 private:
  std::vector<std::string> tokens_;
  std::unordered_map<std::string, int32_t> ids_;
};

/// Reads a vocab.txt: each line is a token, whose id is the number of the line from 0. As in
/// Hugging Face, white space at the end of a line does not belong to it, and if several lines have
/// one token the last one counts.
Vocabulary parse_vocabulary_lines(std::string_view text, std::string_view where);

/// Reads the vocabulary in the model of a tokenizer.json: {token: id, ...}.
Vocabulary parse_vocabulary_object(const nlohmann::json& entries, std::string_view where);

/// Reads the vocabulary of a Unigram model, whose ids are places in the list: [[token, score],
/// ...]. Appends the scores to `scores`.
Vocabulary parse_vocabulary_list(const nlohmann::json& entries, std::string_view where,
                                 std::vector<double>& scores);

}  // namespace tutti::data
