// SPDX-License-Identifier: Apache-2.0
#include "data/tokenizer/special_tokens.h"

#include <algorithm>
#include <nlohmann/json.hpp>

#include "base/checked.h"
#include "base/error.h"
#include "base/text.h"
#include "format/json.h"

namespace tutti::data {

namespace {

using nlohmann::json;

/// Reads "[CLS]" or {"content": "[CLS]", "lstrip": false, ...}.
AddedToken parse_special_token(const json& value, const std::string& key, std::string_view where) {
  if (value.is_string()) return {.content = value.get<std::string>()};
  if (!value.is_object())
    user_error("{}: key \"{}\": found {}, expected a token: a string or an object", where,
               escaped(key), format::json_found(value));
  return parse_added_token(value, 0, where);
}

void read_named(const json& object, std::string_view where, SpecialTokens& specials) {
  for (const auto& [key, value] : object.items()) {
    // Others of that ending are options: "add_bos_token": true.
    const bool is_token = is_special_role(key) || value.is_string() || value.is_object();
    if (!key.ends_with("_token") || !is_token) continue;
    specials.absent.erase(key);
    specials.named.erase(key);
    if (value.is_null())
      specials.absent.insert(key);
    else
      specials.named[key] = parse_special_token(value, key, where);
  }
}

/// Reads a list of tokens, or tokens by name.
void read_extra(const json& object, const std::string& key, std::string_view where,
                SpecialTokens& specials) {
  const auto found = object.find(key);
  if (found == object.end() || found->is_null()) return;
  if (!found->is_structured())
    user_error("{}: key \"{}\": found {}, expected a list of tokens", where, key,
               format::json_found(*found));
  for (const auto& [name, value] : found->items()) {
    const AddedToken token = parse_special_token(value, key, where);
    if (found->is_object())
      specials.named[name] = token;
    else
      specials.extra.push_back(token);
  }
}

}  // namespace

bool is_special_role(std::string_view key) {
  return std::find(std::begin(kSpecialRoles), std::end(kSpecialRoles), key) !=
         std::end(kSpecialRoles);
}

SpecialTokens read_special_tokens(const TokenizerFiles& files,
                                  std::span<const DefaultToken> defaults) {
  SpecialTokens specials;
  specials.defaults = defaults;
  const auto read = [&](const json& object, const std::string& where) {
    read_named(object, where, specials);
    read_extra(object, "extra_special_tokens", where, specials);
    // The older name of the same.
    if (specials.extra.empty()) read_extra(object, "additional_special_tokens", where, specials);
  };
  const json config = parse_object(files.config);
  read(config, files.config.name);
  // Where the configuration lists added tokens, transformers reads nothing from the older file.
  if (config.contains("added_tokens_decoder")) return specials;
  json map = parse_object(files.special_tokens);
  for (const char* role : kSpecialRoles)
    if (const auto token = map.find(role); token != map.end() && token->is_object())
      (*token)["special"] = true;  // which decides how a token without "normalized" is found
  const bool had_extra = !specials.extra.empty();
  read(map, files.special_tokens.name);
  specials.extra_is_older = !had_extra && !map.contains("extra_special_tokens");
  return specials;
}

std::string token_of_role(const SpecialTokens& specials, std::string_view role) {
  const std::string key = fmt::format("{}_token", role);
  if (const auto found = specials.named.find(key); found != specials.named.end())
    return found->second.content;
  if (specials.absent.contains(key)) return "";
  for (const auto& [default_key, token] : specials.defaults)
    if (default_key == key) return token;
  return "";
}

bool is_named_token(const SpecialTokens& specials, std::string_view content) {
  return std::any_of(specials.named.begin(), specials.named.end(),
                     [&](const auto& entry) { return entry.second.content == content; }) ||
         std::any_of(specials.defaults.begin(), specials.defaults.end(), [&](const auto& entry) {
           return entry.second == content && !specials.named.contains(entry.first) &&
                  !specials.absent.contains(entry.first);
         });
}

bool is_listed_token(const SpecialTokens& specials, std::string_view content) {
  return std::any_of(specials.named.begin(), specials.named.end(),
                     [&](const auto& entry) {
                       return is_special_role(entry.first) && entry.second.content == content;
                     }) ||
         (!specials.extra_is_older &&
          std::any_of(specials.extra.begin(), specials.extra.end(),
                      [&](const AddedToken& token) { return token.content == content; }));
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

SpecialIds bert_special_ids(const Vocabulary& vocabulary, const SpecialTokens& specials,
                            std::string_view where) {
  SpecialTokens all = specials;
  all.defaults = kBertTokens;
  all.absent.clear();
  const auto id_of = [&](const char* role) {
    return special_id(vocabulary, token_of_role(all, role), role, where);
  };
  return {
      {"cls", id_of("cls")}, {"sep", id_of("sep")}, {"pad", id_of("pad")}, {"unk", id_of("unk")}};
}

void add_named_ids(const Vocabulary& vocabulary, const SpecialTokens& specials, SpecialIds& ids) {
  for (const std::string_view key : kSpecialRoles) {
    const std::string role(key.substr(0, key.size() - std::string_view("_token").size()));
    const std::string token = token_of_role(specials, role);
    if (token.empty()) continue;
    if (const auto id = vocabulary.find(token)) ids.emplace(role, *id);
  }
}

AddedToken parse_added_token(const json& description, int64_t id, std::string_view where) {
  AddedToken token;
  token.id = checked_cast<int32_t>(id, where);
  token.content = format::json_string(description, "content", where);
  token.single_word = format::json_bool(description, "single_word", where, false);
  token.lstrip = format::json_bool(description, "lstrip", where, false);
  token.rstrip = format::json_bool(description, "rstrip", where, false);
  token.special = format::json_bool(description, "special", where, false);
  token.normalized = format::json_bool(description, "normalized", where, !token.special);
  return token;
}

json parse_object(const TokenizerFiles::File& file) {
  if (file.content.empty()) return json::object();
  json parsed = format::parse_json(file.content, file.name);
  if (!parsed.is_object())
    user_error("{}: found {}, expected an object {{...}}", file.name, parsed.type_name());
  return parsed;
}

}  // namespace tutti::data
