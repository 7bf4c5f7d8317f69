// SPDX-License-Identifier: Apache-2.0
// Upper and lower case, and digits, with Python's meaning.
#include <utf8proc.h>

#include <algorithm>

#include "data/chat_template/case_table.h"
#include "data/chat_template/python_text.h"
#include "data/tokenizer/unicode.h"

namespace tutti::data::jinja {
namespace {

utf8proc_category_t category_of(char32_t code) {
  return utf8proc_category(static_cast<utf8proc_int32_t>(code));
}

template <size_t kSize>
bool is_in(char32_t code, const CodeRange (&ranges)[kSize]) {
  return std::any_of(std::begin(ranges), std::end(ranges), [&](const CodeRange& range) {
    return range.first <= code && code <= range.second;
  });
}

bool is_lower(char32_t code) {
  return category_of(code) == UTF8PROC_CATEGORY_LL || is_in(code, kOtherLower);
}

bool is_upper(char32_t code) {
  return category_of(code) == UTF8PROC_CATEGORY_LU || is_in(code, kOtherUpper);
}

bool is_cased(char32_t code) {
  return is_lower(code) || is_upper(code) || category_of(code) == UTF8PROC_CATEGORY_LT;
}

const SpecialCase* special_case_of(char32_t code) {
  const auto* at =
      std::lower_bound(std::begin(kSpecialCases), std::end(kSpecialCases), code,
                       [](const SpecialCase& one, char32_t other) { return one.code < other; });
  return at != std::end(kSpecialCases) && at->code == code ? at : nullptr;
}

void append_mapped(std::string& text, char32_t code, bool as_title) {
  if (const SpecialCase* special = special_case_of(code)) {
    text += as_title ? special->title : special->upper;
    return;
  }
  const auto number = static_cast<utf8proc_int32_t>(code);
  const auto mapped = as_title ? utf8proc_totitle(number) : utf8proc_toupper(number);
  unicode::append_utf8(text, static_cast<char32_t>(mapped));
}

/// A text with each character mapped by its place in the whole.
class CaseMapper {
 public:
  explicit CaseMapper(std::string_view text) {
    while (!text.empty()) {
      const auto [code, size] = unicode::decode(text);
      codes_.push_back(code);
      text.remove_prefix(size);
    }
  }

  size_t size() const { return codes_.size(); }
  char32_t operator[](size_t i) const { return codes_[i]; }

  void append_lower(std::string& text, size_t i) const {
    constexpr char32_t kSigma = U'\u03A3', kFinalSigma = U'\u03C2';
    std::u32string lower;
    if (codes_[i] == kSigma && ends_word(i))
      lower = kFinalSigma;
    else
      unicode::append_lowercase(lower, codes_[i]);
    for (const char32_t part : lower) unicode::append_utf8(text, part);
  }

 private:
  /// Whether a cased character is before this one, and none after it, but for those to ignore.
  bool ends_word(size_t i) const {
    size_t before = i, after = i + 1;
    while (before > 0 && unicode::is_case_ignorable(codes_[before - 1])) before--;
    if (before == 0 || !is_cased(codes_[before - 1])) return false;
    while (after < codes_.size() && unicode::is_case_ignorable(codes_[after])) after++;
    return after == codes_.size() || !is_cased(codes_[after]);
  }

  std::u32string codes_;
};

}  // namespace

std::string upper_text(std::string_view text) {
  const CaseMapper codes(text);
  std::string upper;
  for (size_t i = 0; i < codes.size(); i++) append_mapped(upper, codes[i], false);
  return upper;
}

std::string lower_text(std::string_view text) {
  const CaseMapper codes(text);
  std::string lower;
  for (size_t i = 0; i < codes.size(); i++) codes.append_lower(lower, i);
  return lower;
}

std::string capitalize_text(std::string_view text) {
  const CaseMapper codes(text);
  std::string capitalized;
  for (size_t i = 0; i < codes.size(); i++)
    i == 0 ? append_mapped(capitalized, codes[i], true) : codes.append_lower(capitalized, i);
  return capitalized;
}

std::string title_text(std::string_view text) {
  const CaseMapper codes(text);
  std::string title;
  bool in_word = false;
  for (size_t i = 0; i < codes.size(); i++) {
    in_word ? codes.append_lower(title, i) : append_mapped(title, codes[i], true);
    in_word = is_cased(codes[i]);
  }
  return title;
}

bool is_lower_text(std::string_view text) {
  const CaseMapper codes(text);
  bool any = false;
  for (size_t i = 0; i < codes.size(); i++) {
    if (is_cased(codes[i]) && !is_lower(codes[i])) return false;
    any = any || is_lower(codes[i]);
  }
  return any;
}

bool is_upper_text(std::string_view text) {
  const CaseMapper codes(text);
  bool any = false;
  for (size_t i = 0; i < codes.size(); i++) {
    if (is_cased(codes[i]) && !is_upper(codes[i])) return false;
    any = any || is_upper(codes[i]);
  }
  return any;
}

bool is_python_digit(char32_t code) {
  return category_of(code) == UTF8PROC_CATEGORY_ND || is_in(code, kOtherDigits);
}

std::string with_ascii_digits(std::string_view text) {
  const CaseMapper codes(text);
  std::string result;
  for (size_t i = 0; i < codes.size(); i++) {
    if (category_of(codes[i]) != UTF8PROC_CATEGORY_ND) {
      unicode::append_utf8(result, codes[i]);
      continue;
    }
    char32_t zero = codes[i];  // the decimal digits of a script are ten in a row
    while (zero > 0 && category_of(zero - 1) == UTF8PROC_CATEGORY_ND) zero--;
    result += static_cast<char>('0' + (codes[i] - zero) % 10);
  }
  return result;
}

}  // namespace tutti::data::jinja
