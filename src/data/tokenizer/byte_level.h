// SPDX-License-Identifier: Apache-2.0
// The alphabet in which byte-level tokenizers (GPT-2 and later) write bytes as printable code
// points.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace tutti::data {

/// The code point that stands for a byte: printable Latin-1 is itself, any other byte follows
/// U+0100.
char32_t code_point_of_byte(unsigned char byte);
/// The byte that a code point stands for; nothing if it is outside of the alphabet.
std::optional<unsigned char> byte_of_code_point(char32_t code);

/// The bytes that a token's text stands for; nothing if a code point is outside of the alphabet.
std::optional<std::string> bytes_of_token(std::string_view token);

}  // namespace tutti::data
