// SPDX-License-Identifier: Apache-2.0
// Texts as Python's str: characters are code points, and values are printed as Python prints them.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "data/chat_template/value.h"

namespace tutti::data::jinja {

/// The byte at which a part begins that is `from` or after it, npos if there is none. Takes time by
/// the sum of both lengths, as std::string::find does not.
size_t find_part(std::string_view text, std::string_view part, size_t from = 0);

size_t count_characters(std::string_view text);
/// The byte at which the character with an index begins, or the text's length.
size_t byte_of_character(std::string_view text, size_t index);
std::vector<std::string> characters_of_text(std::string_view text);

enum class Side { left, right, both };
/// Without white space, or without any of the characters of `removed`, on a side.
std::string_view strip_text(std::string_view text, Side side,
                            std::optional<std::string_view> removed = std::nullopt);

/// str.split, str.rsplit: at most `limit` cuts, any number where it is negative.
std::vector<std::string> split_text(std::string_view text, std::optional<std::string> separator,
                                    int64_t limit, bool from_right = false);
std::vector<std::string> split_lines(std::string_view text, bool keeps_ends);
/// Throws Problem where the result would be too long.
std::string replace_text(std::string_view text, std::string_view old, std::string_view with,
                         int64_t limit);

std::string upper_text(std::string_view text);
std::string lower_text(std::string_view text);
/// The first character of the text, or of each word, is upper case and the others are lower case.
std::string capitalize_text(std::string_view text);
std::string title_text(std::string_view text);
/// str.islower(), str.isupper(): whether all cased characters are, and there is one.
bool is_lower_text(std::string_view text);
bool is_upper_text(std::string_view text);
bool is_python_space(char32_t code);
bool is_python_digit(char32_t code);
/// The decimal digits of any script as those of ASCII, as int() and float() read them.
std::string with_ascii_digits(std::string_view text);

/// str(value) and repr(value). Both throw Problem for namespaces, loops and functions.
std::string printed(const Value& value);
std::string represented(const Value& value);

/// repr of a float: the shortest digits, with a point or an exponent.
std::string printed_real(double value);

struct JsonStyle {
  std::optional<std::string> indent;
  std::string item_separator = ", ";
  std::string key_separator = ": ";
  bool ascii = false;
  bool sorted = false;
};

/// json.dumps(value); throws Problem for values that JSON lacks.
std::string json_text(const Value& value, const JsonStyle& style);

/// What items[start:stop:step] takes.
struct Slice {
  int64_t first = 0, step = 1;
  size_t count = 0;
  size_t index(size_t i) const {
    return static_cast<size_t>(first + static_cast<int64_t>(i) * step);
  }
};
/// Of so many items; throws Problem for step 0.
Slice slice_of(size_t length, std::optional<int64_t> start, std::optional<int64_t> stop,
               std::optional<int64_t> step);
std::string slice_text(std::string_view text, std::optional<int64_t> start,
                       std::optional<int64_t> stop, std::optional<int64_t> step);

}  // namespace tutti::data::jinja
