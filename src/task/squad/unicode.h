// SPDX-License-Identifier: Apache-2.0
// Text as Python's str sees it: the official metric and run_qa are defined in those terms.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace tutti::task::squad {

/// The code points of UTF-8 text. Ill-formed bytes become U+FFFD, as data::unicode::decode() says.
std::u32string decode_utf8(std::string_view text);
std::string encode_utf8(std::u32string_view text);

/// Byte offset of each code point of valid UTF-8 text, and its size at the end.
std::vector<size_t> code_point_offsets(std::string_view text);

/// text[from:to] counted in code points, cut at the text's end.
std::string_view slice_code_points(std::string_view text, int64_t from, int64_t to);

/// str.isspace() of one character.
bool is_python_space(char32_t c);
/// \w of a Python regular expression.
bool is_python_word(char32_t c);
/// str.lower(), the final sigma included.
std::u32string python_lower(std::u32string_view text);
/// str.lstrip()
std::string_view python_lstrip(std::string_view text);

}  // namespace tutti::task::squad
