// SPDX-License-Identifier: Apache-2.0
#include "data/tokenizer/added_tokens.h"

namespace tutti::data {

namespace {

/// The first byte of the last code point before `end`; end > begin.
size_t previous(std::string_view text, size_t end) {
  do end--;
  while (end > 0 && (static_cast<unsigned char>(text[end]) & 0xC0) == 0x80);
  return end;
}

bool ends_with_word(std::string_view text) {
  return !text.empty() &&
         unicode::is_word(unicode::decode(text.substr(previous(text, text.size()))).code);
}

bool starts_with_word(std::string_view text) {
  return !text.empty() && unicode::is_word(unicode::decode(text).code);
}

size_t trailing_space(std::string_view text) {
  size_t begin = text.size();
  while (begin > 0) {
    const size_t before = previous(text, begin);
    if (!unicode::is_whitespace(unicode::decode(text.substr(before)).code)) break;
    begin = before;
  }
  return text.size() - begin;
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
    if (token.lstrip) begin -= trailing_space(view.substr(done, begin - done));
    if (token.rstrip) end += leading_space(view.substr(end));
    add(done, begin, std::nullopt);
    add(begin, end, token.id);
    done = at = end;
  }
  add(done, view.size(), std::nullopt);
}

}  // namespace tutti::data
