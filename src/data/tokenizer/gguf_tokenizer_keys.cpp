// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <nlohmann/json.hpp>

#include "base/text.h"
#include "data/tokenizer/description.h"
#include "data/tokenizer/gguf_tokenizer.h"
#include "data/tokenizer/gguf_vocabulary.h"
#include "format/json.h"

namespace tutti::data {
namespace {

using nlohmann::json;

/// Calls `visit` with a component of a tokenizer.json and, of a Sequence, with each of its parts.
template <typename Visit>
void visit_components(const json& component, const char* list, Visit visit) {
  if (!component.is_object()) return;
  visit(component.value("type", ""), component);
  if (const auto parts = component.find(list); parts != component.end() && parts->is_array())
    for (const json& part : *parts) visit_components(part, list, visit);
}

/// Whether texts begin or end with a special token.
struct Ends {
  bool begins = false, ends = false;
};

Ends ends_of(const json& post_processor) {
  Ends found;
  visit_components(post_processor, "processors", [&](const std::string& type, const json& one) {
    if (type != "TemplateProcessing") return;
    const json single = one.value("single", json::array());
    if (single.size() < 2) return;
    found.begins = single.front().contains("SpecialToken");
    found.ends = single.back().contains("SpecialToken");
  });
  return found;
}

/// Writes the keys of one tokenizer.
class GgufTokenizerWriter {
 public:
  explicit GgufTokenizerWriter(const GgufTokenizerSource& source)
      : source_(source),
        description_(checked_files(source.files)),
        where_(description_.where()),
        model_(description_.part("model")) {
    if (!description_.is_bpe())
      user_error(
          "{}: the model is no byte pair encoding, expected one: a GGUF file of another is "
          "not written",
          where_);
  }

  format::GgufKeys keys() {
    bool bytes = false;
    visit_components(description_.part("pre_tokenizer"), "pretokenizers",
                     [&](const std::string& type, const json& one) {
                       if (type != "ByteLevel") return;
                       bytes = true;
                       if (format::json_bool(one, "add_prefix_space", where_, true))
                         user_error(
                             "{}: \"add_prefix_space\" is true, expected false: llama.cpp puts no "
                             "space before such texts",
                             where_);
                     });
    read_tokens(bytes);
    if (bytes)
      add_byte_level();
    else
      add_sentence_piece();
    add_roles();
    if (source_.chat_template) keys_.emplace_back(kGgufChatTemplate, *source_.chat_template);
    if (source_.tool_template) keys_.emplace_back(kGgufToolTemplate, *source_.tool_template);
    return std::move(keys_);
  }

 private:
  static const TokenizerFiles& checked_files(const TokenizerFiles& files) {
    if (!files.words.content.empty())
      user_error("{}: the tokenizer is a list of words, expected one with byte pair encoding",
                 files.words.name);
    return files;
  }

  void read_tokens(bool bytes) {
    tokens_.resize(static_cast<size_t>(source_.rows));
    kinds_.assign(tokens_.size(), static_cast<int32_t>(GgufTokenKind::unused));
    const auto add = [&](const std::string& token, int64_t id, GgufTokenKind kind) {
      if (id < 0 || id >= source_.rows)
        user_error("{}: token \"{}\" has id {}, but the model's embedding has {} rows", where_,
                   escaped(token), id, source_.rows);
      tokens_[static_cast<size_t>(id)] = token;
      kinds_[static_cast<size_t>(id)] = static_cast<int32_t>(kind);
    };
    const Vocabulary& of_model = description_.vocabulary().tokens();
    for (size_t id = 0; id < of_model.size(); id++) {
      const std::string& token = of_model.token(id);
      if (token.empty()) continue;
      const bool is_byte = !bytes && token.size() == 6 && token.starts_with("<0x") &&
                           token.ends_with(">") && model_.value("byte_fallback", false);
      add(token, static_cast<int64_t>(id), is_byte ? GgufTokenKind::byte : GgufTokenKind::normal);
    }
    description_.add_tokens();
    const auto unknown = description_.roles().find("unk");
    for (const auto& [id, added] : description_.vocabulary().added()) {
      const bool looks_special =
          added.content.starts_with("<|") && added.content.ends_with("|>");  // as the converter
      const bool is_unknown =
          !bytes && unknown != description_.roles().end() && unknown->second == id;
      add(added.content, id,
          is_unknown                       ? GgufTokenKind::unknown
          : added.special || looks_special ? GgufTokenKind::control
                                           : GgufTokenKind::user_defined);
    }
    for (size_t i = 0; i < tokens_.size(); i++)
      if (tokens_[i].empty()) tokens_[i] = fmt::format("[PAD{}]", i);
  }

  /// The name of how the tokenizer splits texts.
  std::string_view split_name() const {
    bool digits = false;
    std::string expression;
    visit_components(description_.part("pre_tokenizer"), "pretokenizers",
                     [&](const std::string& type, const json& one) {
                       if (type == "Digits") digits = one.value("individual_digits", false);
                       if (type == "Split" && one.contains("pattern"))
                         expression = one["pattern"].value("Regex", "");
                     });
    const bool whole = model_.value("ignore_merges", false);
    for (const GgufSplit& split : gguf_splits())
      if (split.expression == expression && split.single_digits == digits &&
          split.ignores_merges == whole)
        return split.name;
    std::string known;
    for (const GgufSplit& split : gguf_splits())
      known += (known.empty() ? "" : ", ") + std::string(split.name);
    user_error("{}: the pre-tokenizer is none that GGUF files name here, expected that of {}",
               where_, known);
  }

  void add_vocabulary(const char* model, std::string_view split) {
    keys_.emplace_back("tokenizer.ggml.model", std::string(model));
    keys_.emplace_back("tokenizer.ggml.pre", std::string(split));
    keys_.emplace_back("tokenizer.ggml.tokens", format::GgufList(tokens_));
  }

  void add_byte_level() {
    add_vocabulary("gpt2", split_name());
    keys_.emplace_back("tokenizer.ggml.token_type", format::GgufList(kinds_));
    std::vector<std::string> merges;
    for (const auto& [left, right] : merge_pairs()) merges.push_back(left + " " + right);
    keys_.emplace_back("tokenizer.ggml.merges", format::GgufList(std::move(merges)));
  }

  /// A token's score says when it is merged: the first merge that makes it, counted down.
  void add_sentence_piece() {
    bool prefix = false;
    visit_components(description_.part("normalizer"), "normalizers",
                     [&](const std::string& type, const json&) { prefix |= type == "Prepend"; });
    visit_components(description_.part("pre_tokenizer"), "pretokenizers",
                     [&](const std::string& type, const json& one) {
                       if (type == "Metaspace") prefix = one.value("prepend_scheme", "") != "never";
                     });
    std::map<std::string, float> scores;
    float next = 0;
    for (const auto& [left, right] : merge_pairs())
      if (scores.emplace(left + right, next).second) next--;
    std::vector<float> of_tokens;
    for (size_t i = 0; i < tokens_.size(); i++) {
      const bool normal = kinds_[i] == static_cast<int32_t>(GgufTokenKind::normal);
      const auto found = scores.find(tokens_[i]);
      // A single character is never merged: its score is below all others.
      of_tokens.push_back(!normal ? 0 : found == scores.end() ? next : found->second);
    }
    add_vocabulary("llama", "default");
    keys_.emplace_back("tokenizer.ggml.scores", format::GgufList(std::move(of_tokens)));
    keys_.emplace_back("tokenizer.ggml.token_type", format::GgufList(kinds_));
    keys_.emplace_back("tokenizer.ggml.add_space_prefix", prefix);
  }

  std::vector<std::pair<std::string, std::string>> merge_pairs() const {
    std::vector<std::pair<std::string, std::string>> pairs;
    for (const json& merge : model_.at("merges")) {
      if (merge.is_array()) {
        pairs.emplace_back(merge.at(0).get<std::string>(), merge.at(1).get<std::string>());
        continue;
      }
      const std::string text = merge.get<std::string>();
      const size_t space = text.find(' ');
      pairs.emplace_back(text.substr(0, space), text.substr(space + 1));
    }
    return pairs;
  }

  /// The ids of special tokens, by the tokenizer's configuration or else the model's.
  void add_roles() {
    for (const auto& [role, name] : kGgufRoles) {
      std::optional<int64_t> id;
      if (const auto found = description_.roles().find(role); found != description_.roles().end())
        id = found->second;
      const auto given = source_.config.find(std::string(role) + "_token_id");
      if (!id && given != source_.config.end() && given->is_number_integer())
        id = given->get<int64_t>();
      if (id && *id >= 0 && *id < source_.rows)
        keys_.emplace_back(fmt::format("tokenizer.ggml.{}_token_id", name),
                           static_cast<uint32_t>(*id));
    }
    const Ends ends = ends_of(description_.part("post_processor"));
    keys_.emplace_back("tokenizer.ggml.add_bos_token", ends.begins);
    keys_.emplace_back("tokenizer.ggml.add_eos_token", ends.ends);
  }

  const GgufTokenizerSource& source_;
  TokenizerDescription description_;
  const std::string& where_;
  const json& model_;
  std::vector<std::string> tokens_;
  std::vector<int32_t> kinds_;
  format::GgufKeys keys_;
};

}  // namespace

format::GgufKeys gguf_tokenizer_keys(const GgufTokenizerSource& source) {
  return GgufTokenizerWriter(source).keys();
}

}  // namespace tutti::data
