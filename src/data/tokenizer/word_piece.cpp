// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <nlohmann/json.hpp>

#include "base/error.h"
#include "data/tokenizer/model.h"
#include "data/tokenizer/special_tokens.h"
#include "data/tokenizer/unicode.h"
#include "format/json.h"

namespace tutti::data {

namespace {

size_t code_points(std::string_view text) {
  return text.size() -
         static_cast<size_t>(std::count_if(text.begin(), text.end(), unicode::is_continuation));
}

}  // namespace

void WordPiece::encode(const AlignedText& text, ByteRange word, Encoding& result) const {
  const std::string_view view = text.view(word);
  const auto add = [&](int32_t id, ByteRange range) {
    const Span source = text.source(range);
    result.ids.push_back(id);
    result.offsets.emplace_back(source.begin, source.end);
  };
  const size_t before = result.ids.size();
  bool known = view.size() <= max_code_points || code_points(view) <= max_code_points;
  uint32_t from = Trie::kRoot;
  for (size_t at = 0; known && at < view.size();) {
    const Trie::Match match =
        from == Trie::kNoNode ? Trie::Match{} : tokens.longest(view.substr(at), from);
    known = match.id != Trie::kNoId;
    if (known) add(match.id, {word.begin + at, word.begin + at + match.size});
    at += match.size;
    from = continuation;
  }
  if (known) return;
  result.ids.resize(before);
  result.offsets.resize(before);
  add(unknown, word);
}

WordPiece make_word_piece(const Vocabulary& vocabulary, std::string_view continuing_prefix) {
  WordPiece model;
  for (size_t id = 0; id < vocabulary.size(); id++)
    if (!vocabulary.token(id).empty())
      model.tokens.insert(vocabulary.token(id), static_cast<int32_t>(id));
  model.continuation = model.tokens.find(continuing_prefix);
  return model;
}

Model parse_word_piece(const nlohmann::json& description, const Vocabulary& vocabulary,
                       std::string_view where) {
  WordPiece model = make_word_piece(
      vocabulary, format::json_string(description, "continuing_subword_prefix", where, "##"));
  model.unknown = special_id(
      vocabulary, format::json_string(description, "unk_token", where, "[UNK]"), "unk", where);
  const int64_t longest = format::json_int(description, "max_input_chars_per_word", where, 100);
  if (longest < 0)
    user_error("{}: \"max_input_chars_per_word\" is {}, expected 0 or more", where, longest);
  model.max_code_points = static_cast<size_t>(longest);
  return model;
}

}  // namespace tutti::data
