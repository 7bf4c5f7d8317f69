// SPDX-License-Identifier: Apache-2.0
// Functions of Python's str, by which the official metric and run_qa are defined.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace tutti::task::squad {

/// The code points of UTF-8 text. Ill-formed bytes become U+FFFD, as data::unicode::decode() says.
std::u32string decode_utf8(std::string_view text);
std::string encode_utf8(std::u32string_view text);

/// Returns the byte at which each code point of a valid UTF-8 text begins, followed by its size.
std::vector<size_t> code_point_offsets(std::string_view text);

/// Returns text[from:to], counted in code points, as far as the text goes.
std::string_view slice_code_points(std::string_view text, int64_t from, int64_t to);

/// Whether str.isspace() is true of a character.
bool is_python_space(char32_t c);
/// Whether \w matches a character in a regular expression of Python.
bool is_python_word(char32_t c);
/// Returns str.lower(), which treats a final sigma differently.
std::u32string python_lower(std::u32string_view text);
/// Returns str.lstrip().
std::string_view python_lstrip(std::string_view text);

}  // namespace tutti::task::squad
