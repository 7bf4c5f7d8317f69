// SPDX-License-Identifier: Apache-2.0
#include "data/tokenizer/aligned_text.h"

#include <algorithm>

#include "base/error.h"

namespace tutti::data {
namespace {

void expect_short_enough(std::string_view text) {
  constexpr size_t kLongest = (size_t{1} << 31) - 1;
  if (text.size() > kLongest)
    user_error("a text of {} bytes is too long for the tokenizer, expected at most {}; split it",
               text.size(), kLongest);
}

}  // namespace

void AlignedText::clear() {
  bytes.clear();
  sources.clear();
}

void AlignedText::append(char32_t code, Span source) {
  unicode::append_utf8(bytes, code);
  sources.resize(bytes.size(), source);
}

void AlignedText::append(const AlignedText& text, ByteRange range) {
  bytes.append(text.bytes, range.begin, range.end - range.begin);
  const auto first = text.sources.begin();
  sources.insert(sources.end(), first + static_cast<std::ptrdiff_t>(range.begin),
                 first + static_cast<std::ptrdiff_t>(range.end));
}

void AlignedText::append_own(ByteRange range) {
  const size_t begin = size();
  const size_t count = range.end - range.begin;
  bytes.resize(begin + count);
  sources.resize(begin + count);
  std::copy_n(bytes.begin() + static_cast<std::ptrdiff_t>(range.begin), count,
              bytes.begin() + static_cast<std::ptrdiff_t>(begin));
  std::copy_n(sources.begin() + static_cast<std::ptrdiff_t>(range.begin), count,
              sources.begin() + static_cast<std::ptrdiff_t>(begin));
}

void align(std::string_view text, AlignedText& result) {
  expect_short_enough(text);
  result.clear();
  result.bytes.reserve(text.size());
  result.sources.reserve(text.size());
  int32_t position = 0;
  for (size_t at = 0; at < text.size(); position++) {
    const Span source = {position, position + 1};
    if (unicode::is_ascii(text[at])) {
      result.bytes.push_back(text[at++]);
      result.sources.push_back(source);
      continue;
    }
    const auto [code, size] = unicode::decode(text.substr(at));
    result.append(code, source);
    at += size;
  }
}

}  // namespace tutti::data
