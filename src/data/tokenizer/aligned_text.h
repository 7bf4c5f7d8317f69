// SPDX-License-Identifier: Apache-2.0
// Text that knows for each byte where it came from.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "data/tokenizer/unicode.h"

namespace tutti::data {

/// A range [begin, end) of code points of the original text.
struct Span {
  int32_t begin = 0;
  int32_t end = 0;
};

/// A range [begin, end) of bytes of an AlignedText.
struct ByteRange {
  size_t begin = 0;
  size_t end = 0;
};

/// Well-formed UTF-8 with the origin of each byte. All bytes of a code point have the same origin.
struct AlignedText {
  std::string bytes;
  std::vector<Span> sources;

  size_t size() const { return bytes.size(); }
  std::string_view view(ByteRange range) const {
    return std::string_view(bytes).substr(range.begin, range.end - range.begin);
  }
  /// The origin of a non-empty range.
  Span source(ByteRange range) const {
    return {sources[range.begin].begin, sources[range.end - 1].end};
  }

  void clear();
  void append(char32_t code, Span source);
  void append(const AlignedText& text, ByteRange range);
  /// Appends a copy of a part of this text.
  void append_own(ByteRange range);
};

/// The text itself, with U+FFFD for ill-formed UTF-8. Throws UserError for 2^31 bytes or more.
void align(std::string_view text, AlignedText& result);

/// Calls visit(code, range) for each code point of a part of the text.
template <typename Visit>
void for_each_code_point(const AlignedText& text, ByteRange part, Visit visit) {
  for (size_t at = part.begin; at < part.end;) {
    const auto [code, size] = unicode::decode(std::string_view(text.bytes).substr(at));
    visit(code, ByteRange{at, at + size});
    at += size;
  }
}

}  // namespace tutti::data
