// SPDX-License-Identifier: Apache-2.0
#include "data/tokenizer/vocabulary.h"

#include <nlohmann/json.hpp>

#include "base/error.h"
#include "base/lines.h"
#include "base/log.h"
#include "base/text.h"
#include "data/tokenizer/unicode.h"

namespace tutti::data {

namespace {

constexpr int64_t kLargestId = (int64_t{1} << 22) - 1;

}  // namespace

void Vocabulary::add(std::string_view token, int64_t id, std::string_view where) {
  if (id < 0 || id > kLargestId)
    user_error("{}: token \"{}\" has id {}, expected 0 to {}", where, escaped(token), id,
               kLargestId);
  const auto index = static_cast<size_t>(id);
  if (index < tokens_.size() && !tokens_[index].empty())
    user_error("{}: id {} belongs to token \"{}\" and to \"{}\", expected each id once", where, id,
               escaped(tokens_[index]), escaped(token));
  const auto [entry, is_new] = ids_.emplace(token, static_cast<int32_t>(id));
  if (!is_new)
    user_error(
        "{}: token \"{}\" has id {} already and is given id {}, expected each token once; "
        "remove one",
        where, escaped(token), entry->second, id);
  if (index >= tokens_.size()) tokens_.resize(index + 1);
  tokens_[index] = token;
}

void Vocabulary::assign(std::string_view token, int64_t id, std::string_view where) {
  if (const auto known = ids_.find(std::string(token)); known != ids_.end()) {
    tokens_[static_cast<size_t>(known->second)].clear();
    ids_.erase(known);
  }
  add(token, id, where);
}

std::optional<int32_t> Vocabulary::find(std::string_view token) const {
  const auto found = ids_.find(std::string(token));
  if (found == ids_.end()) return std::nullopt;
  return found->second;
}

Vocabulary parse_vocabulary_lines(std::string_view text, std::string_view where) {
  Vocabulary vocabulary;
  int64_t id = 0, repeated = 0;
  std::string first_repeated;
  for (size_t at = 0; at < text.size(); id++) {
    std::string_view line = next_line(text, at);
    line.remove_suffix(unicode::trailing_whitespace(line));
    const std::string place = fmt::format("{}:{}", where, id + 1);
    if (!is_valid_utf8(line))
      user_error("{}: found \"{}\", expected UTF-8 text", place, escaped(line));
    if (const auto known = vocabulary.find(line); known && !line.empty() && repeated++ == 0)
      first_repeated = fmt::format("\"{}\" on lines {} and {}", escaped(line), *known + 1, id + 1);
    vocabulary.assign(line, id, place);
  }
  if (repeated > 0)
    log_warning("{}: {} tokens occur twice, and the last one counts, as in Hugging Face: {}{}",
                where, repeated, first_repeated, repeated > 1 ? ", ..." : "");
  return vocabulary;
}

Vocabulary parse_vocabulary_object(const nlohmann::json& entries, std::string_view where) {
  if (!entries.is_object())
    user_error("{}: \"vocab\" is {}, expected an object of tokens and their ids", where,
               entries.type_name());
  const std::string place = fmt::format("{}: \"vocab\"", where);
  Vocabulary vocabulary;
  for (const auto& [token, id] : entries.items()) {
    const bool is_id = id.is_number_unsigned() && id.get<uint64_t>() <= kLargestId;
    if (!is_id)
      user_error("{}: token \"{}\" has id {}, expected an integer of 0 to {}", place,
                 escaped(token), escaped(id.dump()), kLargestId);
    vocabulary.add(token, id.get<int64_t>(), place);
  }
  return vocabulary;
}

Vocabulary parse_vocabulary_list(const nlohmann::json& entries, std::string_view where,
                                 std::vector<double>& scores) {
  const std::string place = fmt::format("{}: \"vocab\"", where);
  if (!entries.is_array() || entries.empty())
    user_error("{} is {}, expected a list of tokens and their scores", place, entries.type_name());
  Vocabulary vocabulary;
  for (const auto& entry : entries) {
    const bool is_entry =
        entry.is_array() && entry.size() == 2 && entry[0].is_string() && entry[1].is_number();
    if (!is_entry)
      user_error("{}: entry {} is {}, expected a token and its score", place, vocabulary.size(),
                 escaped(entry.dump(), 60));
    vocabulary.add(entry[0].get_ref<const std::string&>(), static_cast<int64_t>(vocabulary.size()),
                   place);
    scores.push_back(entry[1].get<double>());
  }
  return vocabulary;
}

}  // namespace tutti::data
