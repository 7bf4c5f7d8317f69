// SPDX-License-Identifier: Apache-2.0
// Upper and lower case with Python's meaning.
#include <utf8proc.h>

#include "data/chat_template/python_text.h"
#include "data/tokenizer/unicode.h"

namespace tutti::data::jinja {
namespace {

bool is_letter(char32_t code) {
  const auto category = utf8proc_category(static_cast<utf8proc_int32_t>(code));
  return category >= UTF8PROC_CATEGORY_LU && category <= UTF8PROC_CATEGORY_LO;
}

void append_upper(std::string& text, char32_t code) {
  if (code == U'\u00DF') {
    text += "SS";
  } else {
    const auto upper = utf8proc_toupper(static_cast<utf8proc_int32_t>(code));
    unicode::append_utf8(text, static_cast<char32_t>(upper));
  }
}

void append_lower(std::string& text, char32_t code) {
  std::u32string lower;
  unicode::append_lowercase(lower, code);
  for (const char32_t part : lower) unicode::append_utf8(text, part);
}

/// Calls action(code point) for each character.
template <typename Action>
void for_each_code(std::string_view text, const Action& action) {
  while (!text.empty()) {
    const auto [code, size] = unicode::decode(text);
    action(code);
    text.remove_prefix(size);
  }
}

}  // namespace

std::string upper_text(std::string_view text) {
  std::string upper;
  for_each_code(text, [&](char32_t code) { append_upper(upper, code); });
  return upper;
}

std::string lower_text(std::string_view text) {
  std::string lower;
  for_each_code(text, [&](char32_t code) { append_lower(lower, code); });
  return lower;
}

std::string capitalize_text(std::string_view text) {
  std::string capitalized;
  for_each_code(text, [&](char32_t code) {
    capitalized.empty() ? append_upper(capitalized, code) : append_lower(capitalized, code);
  });
  return capitalized;
}

std::string title_text(std::string_view text) {
  std::string title;
  bool in_word = false;
  for_each_code(text, [&](char32_t code) {
    in_word ? append_lower(title, code) : append_upper(title, code);
    in_word = is_letter(code);
  });
  return title;
}

}  // namespace tutti::data::jinja
