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

/// Ids may have gaps; an id below size() that is not used has an empty token. The empty token may
/// have an id, as a blank line of a vocab.txt has: it stands nowhere in a text.
class Vocabulary {
 public:
  /// Adds a token. Throws UserError where the token or the id is taken, or the id is negative or
  /// too large.
  void add(std::string_view token, int64_t id, std::string_view where);
  /// Adds a token, or moves it to another id.
  void assign(std::string_view token, int64_t id, std::string_view where);

  size_t size() const { return tokens_.size(); }  // the largest id + 1
  size_t count() const { return ids_.size(); }
  const std::string& token(size_t id) const { return tokens_[id]; }
  std::optional<int32_t> find(std::string_view token) const;

 private:
  std::vector<std::string> tokens_;
  std::unordered_map<std::string, int32_t> ids_;
};

/// Reads a vocab.txt: one token a line, its id the line's number from 0. As in Hugging Face, white
/// space at its end is none of it, and of several lines with one token the last counts.
Vocabulary parse_vocabulary_lines(std::string_view text, std::string_view where);

/// Reads the vocabulary of a tokenizer.json's model: {token: id, ...}.
Vocabulary parse_vocabulary_object(const nlohmann::json& entries, std::string_view where);

}  // namespace tutti::data
