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

/// Ids may have gaps; an id below size() that is not used has an empty token.
class Vocabulary {
 public:
  /// Adds a token. Throws UserError where the token or the id is taken, the token is empty, or the
  /// id is negative or too large.
  void add(std::string_view token, int64_t id, std::string_view where);

  size_t size() const { return tokens_.size(); }
  const std::string& token(size_t id) const { return tokens_[id]; }
  std::optional<int32_t> find(std::string_view token) const;

 private:
  std::vector<std::string> tokens_;
  std::unordered_map<std::string, int32_t> ids_;
};

/// Reads a vocab.txt: one token a line, its id the line's number from 0.
Vocabulary parse_vocabulary_lines(std::string_view text, std::string_view where);

/// Reads the vocabulary of a tokenizer.json's model: {token: id, ...}.
Vocabulary parse_vocabulary_object(const nlohmann::json& entries, std::string_view where);

}  // namespace tutti::data
