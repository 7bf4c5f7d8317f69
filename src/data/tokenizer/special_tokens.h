// SPDX-License-Identifier: Apache-2.0
// Reads which tokens tokenizer_config.json and special_tokens_map.json call special.
#pragma once

#include <map>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "data/tokenizer/added_tokens.h"
#include "data/tokenizer/tokenizer_files.h"
#include "data/tokenizer/vocabulary.h"

namespace tutti::data {

/// Keys of special tokens, in the order in which transformers adds them.
inline constexpr const char* kSpecialRoles[] = {"bos_token", "eos_token", "unk_token", "sep_token",
                                                "pad_token", "cls_token", "mask_token"};
bool is_special_role(std::string_view key);

/// The token that a class gives a role where the files leave it out: {"pad_token", "[PAD]"}.
using DefaultToken = std::pair<const char*, const char*>;
inline constexpr DefaultToken kBertTokens[] = {{"unk_token", "[UNK]"},
                                               {"sep_token", "[SEP]"},
                                               {"pad_token", "[PAD]"},
                                               {"cls_token", "[CLS]"},
                                               {"mask_token", "[MASK]"}};

/// Special tokens, whose ids are not known yet.
struct SpecialTokens {
  std::map<std::string, AddedToken> named;  // by key: one of kSpecialRoles, or any other
  std::vector<AddedToken> extra;
  bool extra_is_older = false;             // "additional_special_tokens" of special_tokens_map.json
  std::set<std::string> absent;            // keys that the files set to null
  std::span<const DefaultToken> defaults;  // those of the class
};

/// Reads what transformers 5 reads from both files. Throws UserError for an entry that is no token.
SpecialTokens read_special_tokens(const TokenizerFiles& files,
                                  std::span<const DefaultToken> defaults);

/// The content of the token of a role such as "bos"; empty if it has none.
std::string token_of_role(const SpecialTokens& specials, std::string_view role);
/// Whether a token has a role or another name.
bool is_named_token(const SpecialTokens& specials, std::string_view content);
/// Whether the files themselves give a token a role, or list it as an extra one and not in the
/// older way of special_tokens_map.json.
bool is_listed_token(const SpecialTokens& specials, std::string_view content);

/// The ids of special tokens by their roles: "bos", "pad".
using SpecialIds = std::map<std::string, int32_t, std::less<>>;

/// The ids of BERT's roles cls, sep, pad and unk. Throws UserError for a token that the vocabulary
/// lacks.
SpecialIds bert_special_ids(const Vocabulary& vocabulary, const SpecialTokens& specials,
                            std::string_view where);
/// Adds the ids of the roles that the files or the class give a token.
void add_named_ids(const Vocabulary& vocabulary, const SpecialTokens& specials, SpecialIds& ids);
/// Returns the id of one token. `role` says in errors what it is for: "unk".
int32_t special_id(const Vocabulary& vocabulary, const std::string& name, const char* role,
                   std::string_view where);

/// Reads an entry of "added_tokens" and the like, whose id is elsewhere.
AddedToken parse_added_token(const nlohmann::json& description, int64_t id, std::string_view where);
/// The object in a file; an empty one if the file is absent.
nlohmann::json parse_object(const TokenizerFiles::File& file);

}  // namespace tutti::data
