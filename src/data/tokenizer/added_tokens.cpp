// SPDX-License-Identifier: Apache-2.0
#include "data/tokenizer/added_tokens.h"

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
  finder_.add(text, static_cast<int32_t>(tokens_.size()));
  tokens_.push_back(token);
}

void AddedTokens::prepare() {
  finder_.prepare();
}

void AddedTokens::split(const AlignedText& text, ByteRange part,
                        std::vector<TextPart>& parts) const {
  const std::string_view view = text.view(part);
  const auto add = [&](size_t begin, size_t end, std::optional<int32_t> id) {
    if (begin < end) parts.push_back({{part.begin + begin, part.begin + end}, id});
  };
  const std::vector<StringFinder::Match> matches = finder_.find_all(view);
  size_t done = 0, at = 0;
  for (auto match = matches.rbegin(); match != matches.rend(); ++match) {
    if (match->begin < at) continue;  // within the one before
    const AddedToken& token = tokens_[static_cast<size_t>(match->id)];
    size_t begin = match->begin;
    size_t end = begin + match->size;
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
