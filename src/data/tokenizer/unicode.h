// SPDX-License-Identifier: Apache-2.0
// Code points as in Hugging Face's tokenizers: classes, case, decomposition and composition.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace tutti::data::unicode {

inline constexpr char32_t kReplacement = 0xFFFD;

/// A code point and how many bytes it took. Ill-formed UTF-8 gives U+FFFD, once for each maximal
/// part of a sequence (Unicode standard, section 3.9, "substitution of maximal subparts").
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

/// The bytes of the extended grapheme cluster that begins a text that is not empty.
size_t cluster_size(std::string_view text);

bool is_whitespace(char32_t code);       // White_Space
bool is_control(char32_t code);          // Cc, Cf, Co, but not \t, \n and \r
bool is_punctuation(char32_t code);      // P*, and the ASCII symbols
bool is_nonspacing_mark(char32_t code);  // Mn
bool is_mark(char32_t code);             // M*
bool is_numeric(char32_t code);          // N*
bool is_word(char32_t code);             // \w of regular expressions
bool is_chinese(char32_t code);          // in the blocks that BERT's own tokenizer lists

/// Case_Ignorable: what may be between a sigma and the letters that decide whether it is final.
bool is_case_ignorable(char32_t code);

/// Appends the full lower-case mapping of a code point, without regard to its context.
void append_lowercase(std::u32string& text, char32_t code);

/// A code point of a rewritten text. `change` relates it to the earlier text: 0 means that it
/// replaces a code point; 1, that it was inserted after the last one that was replaced; -n, that it
/// replaces one and that the n after that one were removed.
struct Change {
  char32_t code;
  int change;
};

/// NFD, or NFKD if `compatible`.
std::vector<Change> decompose(std::u32string_view text, bool compatible);
/// The canonical composition of what decompose() returned: NFC or NFKC.
std::vector<Change> compose(const std::vector<Change>& decomposed);

}  // namespace tutti::data::unicode
