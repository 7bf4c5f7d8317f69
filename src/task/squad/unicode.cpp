// SPDX-License-Identifier: Apache-2.0
#include "task/squad/unicode.h"

#include <utf8proc.h>

#include <algorithm>

#include "data/tokenizer/unicode.h"

namespace tutti::task::squad {
namespace {

constexpr char32_t kCapitalSigma = 0x3A3;
constexpr char32_t kCapitalIWithDot = 0x130;

using data::unicode::decode;
using data::unicode::is_case_ignorable;
using data::unicode::is_continuation;

utf8proc_category_t category(char32_t c) {
  return utf8proc_category(static_cast<utf8proc_int32_t>(c));
}

bool is_cased(char32_t c) {
  switch (category(c)) {
    case UTF8PROC_CATEGORY_LU:
    case UTF8PROC_CATEGORY_LL:
    case UTF8PROC_CATEGORY_LT:
      return true;
    default:  // letters outside those categories that have a case, as the circled ones
      return utf8proc_tolower(static_cast<utf8proc_int32_t>(c)) !=
             utf8proc_toupper(static_cast<utf8proc_int32_t>(c));
  }
}

/// Unicode's Final_Sigma: after a cased letter and not before one, case-ignorables aside.
bool is_final_sigma(std::u32string_view text, size_t at) {
  size_t before = at;
  while (before > 0 && is_case_ignorable(text[before - 1])) before--;
  if (before == 0 || !is_cased(text[before - 1])) return false;
  size_t after = at + 1;
  while (after < text.size() && is_case_ignorable(text[after])) after++;
  return after == text.size() || !is_cased(text[after]);
}

}  // namespace

std::u32string decode_utf8(std::string_view text) {
  std::u32string result;
  result.reserve(text.size());
  while (!text.empty()) {
    const auto [code, size] = decode(text);
    result.push_back(code);
    text.remove_prefix(size);
  }
  return result;
}

std::string encode_utf8(std::u32string_view text) {
  std::string result;
  for (char32_t c : text) data::unicode::append_utf8(result, c);
  return result;
}

std::vector<size_t> code_point_offsets(std::string_view text) {
  std::vector<size_t> offsets;
  offsets.reserve(text.size() + 1);
  for (size_t i = 0; i < text.size(); i++)
    if (!is_continuation(text[i])) offsets.push_back(i);
  offsets.push_back(text.size());
  return offsets;
}

std::string_view slice_code_points(std::string_view text, int64_t from, int64_t to) {
  size_t begin = text.size();
  size_t end = text.size();
  int64_t index = 0;
  for (size_t i = 0; i < text.size(); i++) {
    if (is_continuation(text[i])) continue;
    if (index == from) begin = i;
    if (index == to) {
      end = i;
      break;
    }
    index++;
  }
  return begin < end ? text.substr(begin, end - begin) : std::string_view();
}

bool is_python_space(char32_t c) {
  if (c < 0x80) return (c >= 0x09 && c <= 0x0D) || (c >= 0x1C && c <= 0x20);
  return c == 0x85 || c == 0xA0 || c == 0x1680 || (c >= 0x2000 && c <= 0x200A) || c == 0x2028 ||
         c == 0x2029 || c == 0x202F || c == 0x205F || c == 0x3000;
}

bool is_python_word(char32_t c) {
  if (c < 0x80)
    return (c >= '0' && c <= '9') || (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z') || c == '_';
  switch (category(c)) {
    case UTF8PROC_CATEGORY_LU:
    case UTF8PROC_CATEGORY_LL:
    case UTF8PROC_CATEGORY_LT:
    case UTF8PROC_CATEGORY_LM:
    case UTF8PROC_CATEGORY_LO:
    case UTF8PROC_CATEGORY_ND:
    case UTF8PROC_CATEGORY_NL:
    case UTF8PROC_CATEGORY_NO:
      return true;
    default:
      return false;
  }
}

std::u32string python_lower(std::u32string_view text) {
  std::u32string result;
  result.reserve(text.size());
  for (size_t i = 0; i < text.size(); i++) {
    const char32_t c = text[i];
    if (c == kCapitalIWithDot) {
      result += U"i\u0307";
    } else if (c == kCapitalSigma) {
      result.push_back(is_final_sigma(text, i) ? U'\u03C2' : U'\u03C3');
    } else {
      result.push_back(static_cast<char32_t>(utf8proc_tolower(static_cast<utf8proc_int32_t>(c))));
    }
  }
  return result;
}

std::string_view python_lstrip(std::string_view text) {
  while (!text.empty() && is_python_space(decode(text).code)) text.remove_prefix(decode(text).size);
  return text;
}

}  // namespace tutti::task::squad
