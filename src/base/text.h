// SPDX-License-Identifier: Apache-2.0
// Small text helpers; none depends on the locale.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace tutti {

/// One decoded code point; size 0 where the bytes are not valid UTF-8.
struct CodePoint {
  uint32_t value = 0;
  size_t size = 0;
};

/// The code point that starts at the first byte of `text`, which is not empty. Overlong forms,
/// surrogates and values above U+10FFFF are not valid (Unicode standard, table 3-7).
CodePoint first_code_point(std::string_view text);

bool is_valid_utf8(std::string_view text);

/// Text from outside, safe to show: control and direction-changing characters and invalid UTF-8 as
/// \xHH for each byte; what follows the first `limit` bytes is replaced by "...".
std::string escaped(std::string_view text, size_t limit = 200);

/// The same of a message that may hold text from outside: lines and tabs stay, and all of it.
std::string escaped_lines(std::string_view message);

/// The parts of a list between commas, without the blanks around them; empty ones are left out.
std::vector<std::string> parts_of_list(std::string_view list);

/// "1 module", "2 modules".
std::string counted(int64_t count, std::string_view one);

/// 1536 -> "1.5 KiB".
std::string human_bytes(size_t bytes);

}  // namespace tutti
