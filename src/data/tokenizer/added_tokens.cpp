// SPDX-License-Identifier: Apache-2.0
#include "data/tokenizer/added_tokens.h"

#include <algorithm>

namespace tutti::data {

namespace {

bool ends_with_word(std::string_view text) {
  return !text.empty() &&
         unicode::is_word(unicode::decode(text.substr(unicode::last_begin(text))).code);
}

bool starts_with_word(std::string_view text) {
  return !text.empty() && unicode::is_word(unicode::decode(text).code);
}

size_t leading_space(std::string_view text) {
  size_t size = 0;
  while (size < text.size()) {
    const auto [code, code_size] = unicode::decode(text.substr(size));
    if (!unicode::is_whitespace(code)) break;
    size += code_size;
  }
  return size;
}

}  // namespace

void AddedTokens::add(const AddedToken& token, std::string_view text) {
  if (text.empty()) return;
  trie_.insert(text, static_cast<int32_t>(tokens_.size()));
  tokens_.push_back(token);
}

bool AddedTokens::has(std::string_view content) const {
  return std::any_of(tokens_.begin(), tokens_.end(),
                     [&](const AddedToken& each) { return each.content == content; });
}

int32_t AddedTokens::next_id() const {
  int32_t next = 0;
  for (const AddedToken& each : tokens_) next = std::max(next, each.id + 1);
  return next;
}

void AddedTokens::split(const AlignedText& text, ByteRange part,
                        std::vector<TextPart>& parts) const {
  const std::string_view view = text.view(part);
  size_t done = 0;
  const auto add = [&](size_t begin, size_t end, std::optional<int32_t> id) {
    if (begin < end) parts.push_back({{part.begin + begin, part.begin + end}, id});
  };
  for (size_t at = 0; !empty() && at < view.size();) {
    const Trie::Match match = trie_.longest(view.substr(at));
    if (match.id == Trie::kNoId) {
      at++;
      continue;
    }
    const AddedToken& token = tokens_[static_cast<size_t>(match.id)];
    size_t begin = at;
    size_t end = at + match.size;
    at = end;
    if (token.single_word &&
        (ends_with_word(view.substr(0, begin)) || starts_with_word(view.substr(end))))
      continue;
    if (token.lstrip) begin -= unicode::trailing_whitespace(view.substr(done, begin - done));
    if (token.rstrip) end += leading_space(view.substr(end));
    add(done, begin, std::nullopt);
    add(begin, end, token.id);
    done = at = end;
  }
  add(done, view.size(), std::nullopt);
}

}  // namespace tutti::data
