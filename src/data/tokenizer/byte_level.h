// SPDX-License-Identifier: Apache-2.0
// The alphabet in which byte-level tokenizers (GPT-2 and later) write bytes as printable code
// points.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace tutti::data {

/// The code point by which texts of tokens write a byte: that of its character where Latin-1 has a
/// printable one, else one from U+0100 on.
char32_t code_point_of_byte(unsigned char byte);
/// The byte that is written as a code point; nothing if none is.
std::optional<unsigned char> byte_of_code_point(char32_t code);

/// The bytes that a token's text writes; nothing if one of its code points writes none.
std::optional<std::string> bytes_of_token(std::string_view token);

}  // namespace tutti::data
