// SPDX-License-Identifier: Apache-2.0
// What some classes of transformers make by themselves, whatever a tokenizer.json says.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <span>
#include <string>
#include <string_view>
#include <utility>

#include "data/tokenizer/special_tokens.h"

namespace tutti::data {

/// A tokenizer_config.json, whose flags are arguments of a class.
struct ClassArguments {
  const nlohmann::json& config;
  std::string_view where;

  bool flag(const char* key, bool fallback) const;
};

/// A class that takes only the vocabulary, the merges, the added tokens and, if it has no own one,
/// the post-processor from a tokenizer.json.
struct ClassRules {
  std::string_view name;
  bool is_bpe;            // or else WordPiece
  bool reads_vocabulary;  // of a vocab.txt, or of a vocab.json with its merges.txt
  std::span<const DefaultToken> defaults;
  /// Types of steps of a file, separated by spaces, in whose place it makes steps of other types.
  std::string_view replaces;
  /// Its special tokens get back the flags that a special token has by default.
  bool resets_special_tokens;
  /// Writes the parts of a tokenizer.json, except vocabulary, merges and post-processor. `unknown`
  /// is the unknown token.
  void (*write_parts)(nlohmann::json& root, const ClassArguments& arguments,
                      const std::string& unknown);
  /// Its post-processor, when the ids of special tokens are known; null if the file's counts.
  nlohmann::json (*post_processor)(const ClassArguments& arguments, const SpecialTokens& specials,
                                   const Vocabulary& vocabulary);
};

/// The rules of a class by its name, nullptr for one that Tutti has no rules of.
const ClassRules* find_class_rules(std::string_view name);

/// The names that find_class_rules() knows, for errors.
std::string names_of_class_rules();

/// What a class without an own post-processor makes where its file has none: bos and eos around a
/// text if "add_bos_token" and "add_eos_token" say so.
nlohmann::json end_tokens_processor(const ClassArguments& arguments, const SpecialTokens& specials,
                                    const Vocabulary& vocabulary);

}  // namespace tutti::data
