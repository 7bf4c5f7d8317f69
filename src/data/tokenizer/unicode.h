// SPDX-License-Identifier: Apache-2.0
// Code points as in Hugging Face's tokenizers: classes, case, decomposition and composition.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace tutti::data::unicode {

inline constexpr char32_t kReplacement = 0xFFFD;

/// A decoded code point and the bytes it took. Ill-formed UTF-8 gives U+FFFD for each maximal part
/// of a sequence (Unicode standard, section 3.9, "substitution of maximal subparts").
struct Decoded {
  char32_t code;
  size_t size;
};
Decoded decode(std::string_view text);
void append_utf8(std::string& text, char32_t code);
/// Whether a byte of UTF-8 is not the first one of its code point.
constexpr bool is_continuation(char byte) {
  return (static_cast<unsigned char>(byte) & 0xC0) == 0x80;
}
/// The index of the first byte of the last code point of a text that is not empty.
size_t last_begin(std::string_view text);
/// The number of bytes of white space at the end of a text.
size_t trailing_whitespace(std::string_view text);
constexpr bool is_ascii(char byte) {
  return static_cast<unsigned char>(byte) < 0x80;
}

bool is_whitespace(char32_t code);       // White_Space
bool is_control(char32_t code);          // Cc, Cf, Co; not tab, line feed, carriage return
bool is_punctuation(char32_t code);      // P*, and the ASCII symbols
bool is_nonspacing_mark(char32_t code);  // Mn
bool is_mark(char32_t code);             // M*
bool is_word(char32_t code);             // \w of regular expressions
bool is_chinese(char32_t code);          // the blocks of BERT's own tokenizer

/// Appends the full lower-case mapping, which depends on no context.
void append_lowercase(std::u32string& text, char32_t code);

/// A code point of a rewritten text. `change` relates it to the text before: 0 replaces a code
/// point, 1 is inserted after the last replaced, -n replaces one and removes the n that follow.
struct Change {
  char32_t code;
  int change;
};

/// NFD, or NFKD if `compatible`.
std::vector<Change> decompose(std::u32string_view text, bool compatible);
/// The canonical composition of what decompose() returned: NFC or NFKC.
std::vector<Change> compose(const std::vector<Change>& decomposed);

}  // namespace tutti::data::unicode
