// SPDX-License-Identifier: Apache-2.0
// Small changes to a program's text, many of which leave it valid: the mutations of
// fuzz/ir_compile_fuzz.cpp and of the programs that tests run on every backend.
#pragma once

#include <algorithm>
#include <array>
#include <cctype>
#include <random>
#include <string>
#include <string_view>
#include <vector>

namespace tutti::test {

class Mutator {
 public:
  explicit Mutator(uint32_t seed) : random_(seed) {}

  /// The text, or one function of several, with one to four changes.
  std::string operator()(std::string text) {
    if (drawn(4) != 0) text = one_function(text);
    for (size_t i = 0, count = 1 + drawn(4); i < count; i++) text = changed(text);
    return text;
  }

 private:
  /// A part of a text.
  struct Span {
    size_t begin, size;
  };

  size_t drawn(size_t below) { return below == 0 ? 0 : random_() % below; }
  template <typename List>
  const auto& one_of(const List& list) {
    return list[drawn(list.size())];
  }

  std::string changed(const std::string& text) {
    switch (drawn(10)) {
      case 0:
        return with_number(text);
      case 1:
      case 2:
        return with_size(text);
      case 3:
        return with_element(text);
      case 4:
      case 5:
        return with_word(text, "stablehlo.");
      case 6:
        return with_word(text, "%");
      case 7:
        return with_splat(text);
      case 8:
        return with_line(text);
      default:
        return with_flag(text);
    }
  }

  static bool is_word(char c) {
    return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_' || c == '.' || c == '#';
  }
  static bool is_digit(char c) { return c >= '0' && c <= '9'; }

  /// Integers: sizes in types, and those that are words of their own.
  static std::vector<Span> numbers_in(std::string_view text) {
    std::vector<Span> found;
    for (size_t i = 0; i < text.size();) {
      size_t end = i;
      while (end < text.size() && is_digit(text[end])) end++;
      if (end == i) {
        i++;
        continue;
      }
      const char before = i > 0 ? text[i - 1] : ' ', behind = end < text.size() ? text[end] : ' ';
      const bool in_type = before == 'x' && i > 1 && is_digit(text[i - 2]);
      if ((in_type || !(is_word(before) || before == '%' || before == '@')) &&
          (behind == 'x' || !is_word(behind)))
        found.push_back({i, end - i});
      i = end;
    }
    return found;
  }

  /// Words that begin with `prefix`, it included.
  static std::vector<Span> words_in(std::string_view text, std::string_view prefix) {
    std::vector<Span> found;
    for (size_t i = text.find(prefix); i != text.npos; i = text.find(prefix, i)) {
      size_t end = i + prefix.size();
      while (end < text.size() && is_word(text[end])) end++;
      found.push_back({i, end - i});
      i = end;
    }
    return found;
  }

  static std::string with(const std::string& text, Span span, std::string_view put) {
    return std::string(text).replace(span.begin, span.size, put);
  }

  /// Every one of `spans` that reads `old` becomes `put`.
  static std::string with_all(const std::string& text, const std::vector<Span>& spans,
                              std::string_view old, std::string_view put) {
    std::string result;
    size_t done = 0;
    for (const Span& span : spans) {
      if (std::string_view(text).substr(span.begin, span.size) != old) continue;
      result.append(text, done, span.begin - done).append(put);
      done = span.begin + span.size;
    }
    return result.append(text, done);
  }

  std::string with_number(const std::string& text) {
    const auto numbers = numbers_in(text);
    return numbers.empty() ? text : with(text, one_of(numbers), one_of(kNumbers));
  }

  /// One size becomes another wherever it occurs, which most operations allow. Constants that would
  /// then have too few or too many elements become their first one.
  std::string with_size(const std::string& given) {
    const std::string text = drawn(2) == 0 ? given : without_lists(given);
    const auto numbers = numbers_in(text);
    if (numbers.empty()) return text;
    const Span& one = one_of(numbers);
    return with_all(text, numbers, text.substr(one.begin, one.size), one_of(kSizes));
  }

  std::string with_element(const std::string& text) {
    const std::string_view old = one_of(kElements), put = one_of(kElements);
    std::vector<Span> spans;
    for (size_t i = text.find(old); i != text.npos; i = text.find(old, i + old.size())) {
      const char before = i > 0 ? text[i - 1] : ' ';
      const size_t end = i + old.size();
      const char behind = end < text.size() ? text[end] : ' ';
      if ((before == 'x' || before == '<') && (behind == '>')) spans.push_back({i, old.size()});
    }
    return with_all(text, spans, old, put);
  }

  /// A word of this kind becomes another one of the text.
  std::string with_word(const std::string& text, std::string_view prefix) {
    const auto words = words_in(text, prefix);
    if (words.empty()) return text;
    const Span& put = one_of(words);
    return with(text, one_of(words), text.substr(put.begin, put.size));
  }

  /// All elements of a constant become one, so that it fits any shape.
  std::string with_splat(const std::string& text) {
    const auto words = words_in(text, "dense<");
    if (words.empty()) return text;
    const Span& word = one_of(words);
    const size_t begin = word.begin + 6, end = text.find('>', begin);
    if (end == text.npos) return text;
    const std::string inside = text.substr(begin, end - begin);
    const bool is_float = inside.find('.') != inside.npos || drawn(8) == 0;
    return with(text, {begin, end - begin}, is_float ? one_of(kFloats) : one_of(kNumbers));
  }

  /// Every list of numbers in a constant becomes its first number.
  static std::string without_lists(const std::string& text) {
    static constexpr std::string_view kList = "dense<[";
    std::string result;
    size_t done = 0;
    for (size_t i = text.find(kList); i != text.npos; i = text.find(kList, i + 1)) {
      const size_t first = text.find_first_not_of('[', i + kList.size());
      const size_t end = text.find('>', i);
      const size_t last = text.find_first_of(",]", first);
      if (end == text.npos || last == text.npos || last > end || text[first] == '(') continue;
      result.append(text, done, i + kList.size() - 1 - done).append(text, first, last - first);
      done = end;
    }
    return result.append(text, done);
  }

  /// A line is removed, or copied to another place.
  std::string with_line(const std::string& text) {
    std::vector<Span> lines;
    for (size_t i = 0; i < text.size();) {
      const size_t end = std::min(text.find('\n', i), text.size() - 1) + 1;
      lines.push_back({i, end - i});
      i = end;
    }
    if (lines.empty()) return text;
    const Span& line = one_of(lines);
    if (drawn(2) == 0) return with(text, line, "");
    return with(text, {one_of(lines).begin, 0}, text.substr(line.begin, line.size));
  }

  /// A word that an attribute may be becomes another one.
  std::string with_flag(const std::string& text) {
    const std::string_view old = one_of(kFlags), put = one_of(kFlags);
    std::vector<Span> places;
    for (size_t i = text.find(old); i != text.npos; i = text.find(old, i + old.size()))
      places.push_back({i, old.size()});
    return places.empty() ? with_size(text) : with(text, one_of(places), put);
  }

  /// One function of several, without the text around it.
  std::string one_function(const std::string& text) {
    const auto functions = words_in(text, "func.func");
    if (functions.size() < 2) return text;
    const size_t which = drawn(functions.size());
    const size_t begin = functions[which].begin;
    const size_t end = which + 1 < functions.size() ? functions[which + 1].begin : text.size();
    return text.substr(begin, end - begin);
  }

  static constexpr std::array<std::string_view, 10> kNumbers = {"0", "1", "2", "3",  "4",
                                                                "5", "7", "8", "-1", "-2"};
  static constexpr std::array<std::string_view, 10> kSizes = {"0", "1", "2",  "3",  "4",
                                                              "5", "8", "17", "40", "64"};
  static constexpr std::array<std::string_view, 6> kFloats = {"0.0",  "1.0",        "-2.0",
                                                              "0.25", "0x7F800000", "3.0e38"};
  static constexpr std::array<std::string_view, 15> kElements = {
      "f32", "f64",  "bf16", "f16", "i1",       "i8",     "i32",         "i64",
      "ui8", "ui32", "ui64", "i4",  "f8E4M3FN", "f8E5M2", "complex<f32>"};
  static constexpr std::array<std::string_view, 18> kFlags = {
      "true",       "false", "LT",     "GE",    "EQ",    "NE",
      "TOTALORDER", "FLOAT", "SIGNED", "LOWER", "UPPER", "NO_TRANSPOSE",
      "ADJOINT",    "RFFT",  "IFFT",   "FFT",   "IRFFT", "UNSIGNED"};

  std::mt19937 random_;
};

}  // namespace tutti::test
