// SPDX-License-Identifier: Apache-2.0
#include "data/tokenizer/unicode.h"

#include <utf8proc.h>

#include <algorithm>
#include <array>

#include "base/error.h"
#include "base/text.h"
#include "data/tokenizer/unicode_sets.h"

namespace tutti::data::unicode {

namespace {

bool contains(std::span<const CodePointRange> ranges, char32_t code) {
  const auto after = std::upper_bound(
      ranges.begin(), ranges.end(), code,
      [](char32_t value, const CodePointRange& range) { return value < range.first; });
  return after != ranges.begin() && code <= std::prev(after)->last;
}

bool is_between(char32_t code, char32_t first, char32_t last) {
  return code >= first && code <= last;
}

utf8proc_category_t category(char32_t code) {
  return utf8proc_category(static_cast<utf8proc_int32_t>(code));
}

int combining_class(char32_t code) {
  const int found = utf8proc_get_property(static_cast<utf8proc_int32_t>(code))->combining_class;
  return found == 0 || contains(kLaterMarks, code) ? 0 : found;
}

/// Bytes of the maximal part of a sequence that `text`, which starts ill-formed, starts with.
size_t ill_formed_size(std::string_view text) {
  const auto byte = [&](size_t i) { return static_cast<unsigned char>(text[i]); };
  const unsigned lead = byte(0);
  if (lead < 0xC2 || lead > 0xF4 || text.size() < 2) return 1;
  const unsigned lowest = lead == 0xE0 ? 0xA0u : lead == 0xF0 ? 0x90u : 0x80u;
  const unsigned highest = lead == 0xED ? 0x9Fu : lead == 0xF4 ? 0x8Fu : 0xBFu;
  if (byte(1) < lowest || byte(1) > highest) return 1;
  if (lead >= 0xF0 && text.size() > 2 && is_between(byte(2), 0x80, 0xBF)) return 3;
  return 2;
}

/// The canonical composition of two code points, or 0.
char32_t compose_pair(char32_t first, char32_t second) {
  std::array<utf8proc_int32_t, 2> pair = {static_cast<utf8proc_int32_t>(first),
                                          static_cast<utf8proc_int32_t>(second)};
  const auto options = static_cast<utf8proc_option_t>(UTF8PROC_COMPOSE | UTF8PROC_STABLE);
  const auto length = utf8proc_normalize_utf32(pair.data(), 2, options);
  return length == 1 ? static_cast<char32_t>(pair[0]) : 0;
}

}  // namespace

Decoded decode(std::string_view text) {
  const CodePoint found = first_code_point(text);
  if (found.size == 0) return {kReplacement, ill_formed_size(text)};
  return {found.value, found.size};
}

void append_utf8(std::string& text, char32_t code) {
  std::array<utf8proc_uint8_t, 4> bytes;
  const auto size = utf8proc_encode_char(static_cast<utf8proc_int32_t>(code), bytes.data());
  for (size_t i = 0; i < static_cast<size_t>(size); i++)
    text.push_back(static_cast<char>(bytes[i]));
}

size_t cluster_size(std::string_view text) {
  auto [code, size] = decode(text);
  utf8proc_int32_t state = 0;
  while (size < text.size()) {
    const Decoded next = decode(text.substr(size));
    if (utf8proc_grapheme_break_stateful(static_cast<utf8proc_int32_t>(code),
                                         static_cast<utf8proc_int32_t>(next.code), &state))
      return size;
    code = next.code;
    size += next.size;
  }
  return size;
}

size_t last_begin(std::string_view text) {
  size_t at = text.size() - 1;
  while (at > 0 && is_continuation(text[at])) at--;
  return at;
}

size_t trailing_whitespace(std::string_view text) {
  std::string_view rest = text;
  while (!rest.empty() && is_whitespace(decode(rest.substr(last_begin(rest))).code))
    rest = rest.substr(0, last_begin(rest));
  return text.size() - rest.size();
}

bool is_whitespace(char32_t code) {
  return is_between(code, 0x09, 0x0D) || code == 0x20 || code == 0x85 || code == 0xA0 ||
         code == 0x1680 || is_between(code, 0x2000, 0x200A) || code == 0x2028 || code == 0x2029 ||
         code == 0x202F || code == 0x205F || code == 0x3000;
}

bool is_control(char32_t code) {
  return contains(kControls, code);
}
bool is_punctuation(char32_t code) {
  return contains(kPunctuation, code);
}
bool is_nonspacing_mark(char32_t code) {
  return contains(kNonspacingMarks, code);
}

bool is_mark(char32_t code) {
  const auto found = category(code);
  return found == UTF8PROC_CATEGORY_MN || found == UTF8PROC_CATEGORY_MC ||
         found == UTF8PROC_CATEGORY_ME;
}

bool is_numeric(char32_t code) {
  const auto found = category(code);
  return found == UTF8PROC_CATEGORY_ND || found == UTF8PROC_CATEGORY_NL ||
         found == UTF8PROC_CATEGORY_NO;
}

bool is_word(char32_t code) {
  const auto found = category(code);
  const bool letter = found >= UTF8PROC_CATEGORY_LU && found <= UTF8PROC_CATEGORY_LO;
  const bool number = found == UTF8PROC_CATEGORY_ND || found == UTF8PROC_CATEGORY_NL;
  const bool circled_letter =
      is_between(code, 0x24B6, 0x24E9) || is_between(code, 0x1F130, 0x1F149) ||
      is_between(code, 0x1F150, 0x1F169) || is_between(code, 0x1F170, 0x1F189);
  const bool joiner = code == 0x200C || code == 0x200D;
  return letter || number || circled_letter || joiner || found == UTF8PROC_CATEGORY_PC ||
         is_mark(code);
}

bool is_chinese(char32_t code) {
  // 2B920 is 2B820 in the original; Hugging Face has it so.
  return is_between(code, 0x4E00, 0x9FFF) || is_between(code, 0x3400, 0x4DBF) ||
         is_between(code, 0x20000, 0x2A6DF) || is_between(code, 0x2A700, 0x2B73F) ||
         is_between(code, 0x2B740, 0x2B81F) || is_between(code, 0x2B920, 0x2CEAF) ||
         is_between(code, 0xF900, 0xFAFF) || is_between(code, 0x2F800, 0x2FA1F);
}

bool is_case_ignorable(char32_t code) {
  constexpr std::u32string_view kMarks =
      U"'.:\u00B7\u0387\u055F\u05F4\u2018\u2019\u2024\u2027\uFE13\uFE52\uFE55\uFF07\uFF0E\uFF1A";
  switch (category(code)) {
    case UTF8PROC_CATEGORY_MN:
    case UTF8PROC_CATEGORY_ME:
    case UTF8PROC_CATEGORY_CF:
    case UTF8PROC_CATEGORY_LM:
    case UTF8PROC_CATEGORY_SK:
      return true;
    default:
      return kMarks.find(code) != std::u32string_view::npos;
  }
}

void append_lowercase(std::u32string& text, char32_t code) {
  // The only code point whose unconditional lower case is not a single one.
  constexpr char32_t kCapitalDottedI = 0x130;
  if (code == kCapitalDottedI)
    text += U"i\u0307";
  else
    text.push_back(static_cast<char32_t>(utf8proc_tolower(static_cast<utf8proc_int32_t>(code))));
}

std::vector<Change> decompose(std::u32string_view text, bool compatible) {
  const auto options = static_cast<utf8proc_option_t>(UTF8PROC_STABLE | UTF8PROC_DECOMPOSE |
                                                      (compatible ? UTF8PROC_COMPAT : 0));
  constexpr size_t kLongest = 32;  // U+FDFA has 18
  std::vector<Change> result;
  result.reserve(text.size() + 8);
  for (char32_t code : text) {
    std::array<utf8proc_int32_t, kLongest> parts;
    const auto count = utf8proc_decompose_char(static_cast<utf8proc_int32_t>(code), parts.data(),
                                               parts.size(), options, nullptr);
    check(count >= 0 && static_cast<size_t>(count) <= kLongest, "decomposition of U+{:04X}: {}",
          static_cast<uint32_t>(code), count);
    for (size_t i = 0; i < static_cast<size_t>(count); i++)
      result.push_back({static_cast<char32_t>(parts[i]), i == 0 ? 0 : 1});
  }
  const auto is_starter = [](const Change& each) { return combining_class(each.code) == 0; };
  for (auto begin = result.begin(); begin != result.end();) {
    begin = std::find_if_not(begin, result.end(), is_starter);
    const auto end = std::find_if(begin, result.end(), is_starter);
    std::stable_sort(begin, end, [](const Change& a, const Change& b) {
      return combining_class(a.code) < combining_class(b.code);
    });
    begin = end;
  }
  return result;
}

std::vector<Change> compose(const std::vector<Change>& decomposed) {
  constexpr size_t kNone = static_cast<size_t>(-1);
  std::vector<Change> result;
  result.reserve(decomposed.size());
  size_t starter = kNone;  // what later code points may be composed with
  int last_class = -1;     // of the code point after the starter; -1: they are adjacent
  for (const Change& each : decomposed) {
    const int own_class = combining_class(each.code);
    const bool blocked = starter == kNone || last_class >= own_class;
    if (const char32_t pair = blocked ? 0 : compose_pair(result[starter].code, each.code)) {
      result[starter].code = pair;
      result[starter].change += each.change - 1;
      continue;
    }
    result.push_back(each);
    if (own_class == 0) starter = result.size() - 1;
    last_class = own_class == 0 ? -1 : own_class;
  }
  return result;
}

}  // namespace tutti::data::unicode
