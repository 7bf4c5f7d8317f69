// SPDX-License-Identifier: Apache-2.0
// Small functions for text; none of them depends on the locale.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace tutti {

/// A code point and how many bytes it takes in UTF-8. Size 0 means that the bytes are not valid.
struct CodePoint {
  uint32_t value = 0;
  size_t size = 0;
};

/// Decodes the code point at the start of `text`, which must not be empty. Overlong forms,
/// surrogates and values above U+10FFFF are not valid (Unicode standard, table 3-7).
CodePoint first_code_point(std::string_view text);

bool is_valid_utf8(std::string_view text);

/// Makes text from outside safe to show. Each byte of control characters, of characters that change
/// the direction of writing, and of invalid UTF-8 becomes \xHH. What follows the first `limit`
/// bytes becomes "...".
std::string escaped(std::string_view text, size_t limit = 200);

/// The same for a whole message that may contain text from outside: line ends and tabs stay as they
/// are, and nothing is cut off.
std::string escaped_lines(std::string_view message);

/// Splits a list at its commas, and strips the blanks around each part; empty parts are left out.
std::vector<std::string> parts_of_list(std::string_view list);

/// The parts of a text that spaces, tabs and line ends separate.
std::vector<std::string> words_of(std::string_view text);

/// A text as one word of a shell.
std::string shell_word(const std::string& text);

/// "1 module", "2 modules".
std::string counted(int64_t count, std::string_view one);

/// 1536 -> "1.5 KiB".
std::string human_bytes(size_t bytes);

}  // namespace tutti
