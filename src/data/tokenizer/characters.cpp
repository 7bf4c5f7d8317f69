// SPDX-License-Identifier: Apache-2.0
#include "data/tokenizer/characters.h"

#include <algorithm>

namespace tutti::data {

namespace {

std::u32string codes_of(const Characters& characters) {
  std::u32string codes;
  codes.reserve(characters.size());
  for (const Character& each : characters) codes.push_back(each.code);
  return codes;
}

}  // namespace

void rewrite(Characters& characters, const std::vector<unicode::Change>& changes) {
  Characters result;
  result.reserve(changes.size());
  size_t next = 0;  // the first character of the old text that is not used up
  for (const auto& [code, change] : changes) {
    const bool inserted = change > 0;
    const size_t from = inserted && next > 0 ? next - 1 : next;
    result.push_back({code, characters[std::min(from, characters.size() - 1)].source});
    if (!inserted) next += 1 + static_cast<size_t>(-change);
  }
  characters.swap(result);
}

Characters characters_of(const AlignedText& text, ByteRange part) {
  Characters result;
  result.reserve(part.end - part.begin);
  for_each_code_point(text, part, [&](char32_t code, ByteRange range) {
    result.push_back({code, text.sources[range.begin]});
  });
  return result;
}

void append(AlignedText& text, const Characters& characters) {
  for (const Character& each : characters) text.append(each.code, each.source);
}

void decompose(Characters& characters, bool compatible) {
  rewrite(characters, unicode::decompose(codes_of(characters), compatible));
}

void compose(Characters& characters, bool compatible) {
  rewrite(characters, unicode::compose(unicode::decompose(codes_of(characters), compatible)));
}

void lowercase(Characters& characters) {
  Characters result;
  result.reserve(characters.size());
  std::u32string lower;
  for (const Character& each : characters) {
    lower.clear();
    unicode::append_lowercase(lower, each.code);
    for (char32_t code : lower) result.push_back({code, each.source});
  }
  characters.swap(result);
}

}  // namespace tutti::data
