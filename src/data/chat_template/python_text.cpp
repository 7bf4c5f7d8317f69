// SPDX-License-Identifier: Apache-2.0
#include "data/chat_template/python_text.h"

#include <fmt/format.h>

#include <algorithm>

#include "data/tokenizer/unicode.h"

namespace tutti::data::jinja {
namespace {

bool is_removed(std::string_view character, std::optional<std::string_view> removed) {
  if (!removed) return is_python_space(unicode::decode(character).code);
  return removed->find(character) != std::string_view::npos;
}

std::vector<std::string> split_at_spaces(std::string_view text, int64_t limit) {
  std::vector<std::string> parts;
  text = strip_text(text, Side::left);
  while (!text.empty()) {
    size_t end = 0;
    while (end < text.size()) {
      const auto [code, size] = unicode::decode(text.substr(end));
      if (is_python_space(code)) break;
      end += size;
    }
    if (limit >= 0 && parts.size() == static_cast<size_t>(limit)) {
      parts.emplace_back(strip_text(text, Side::right));
      break;
    }
    parts.emplace_back(text.substr(0, end));
    text = strip_text(text.substr(end), Side::left);
  }
  return parts;
}

}  // namespace

size_t count_characters(std::string_view text) {
  return static_cast<size_t>(
      std::count_if(text.begin(), text.end(), [](char c) { return !unicode::is_continuation(c); }));
}

std::vector<std::string> characters_of_text(std::string_view text) {
  std::vector<std::string> characters;
  while (!text.empty()) {
    const size_t size = unicode::decode(text).size;
    characters.emplace_back(text.substr(0, size));
    text.remove_prefix(size);
  }
  return characters;
}

bool is_python_space(char32_t code) {
  return unicode::is_whitespace(code) || (code >= 0x1C && code <= 0x1F);
}

std::string_view strip_text(std::string_view text, Side side,
                            std::optional<std::string_view> removed) {
  while (side != Side::right && !text.empty()) {
    const size_t size = unicode::decode(text).size;
    if (!is_removed(text.substr(0, size), removed)) break;
    text.remove_prefix(size);
  }
  while (side != Side::left && !text.empty()) {
    const size_t begin = unicode::last_begin(text);
    if (!is_removed(text.substr(begin), removed)) break;
    text.remove_suffix(text.size() - begin);
  }
  return text;
}

std::vector<std::string> split_text(std::string_view text, std::optional<std::string> separator,
                                    int64_t limit, bool from_right) {
  if (!separator) {
    if (from_right && limit >= 0)
      throw Problem("rsplit: found a limit without a separator, expected both or neither");
    return split_at_spaces(text, limit);
  }
  if (separator->empty()) throw Problem("split: found an empty separator, expected a text");
  std::vector<std::string> parts;
  while (limit < 0 || parts.size() < static_cast<size_t>(limit)) {
    const size_t at = from_right ? text.rfind(*separator) : text.find(*separator);
    if (at == std::string_view::npos) break;
    const std::string_view before = text.substr(0, at), after = text.substr(at + separator->size());
    parts.emplace_back(from_right ? after : before);
    text = from_right ? before : after;
  }
  parts.emplace_back(text);
  if (from_right) std::reverse(parts.begin(), parts.end());
  return parts;
}

std::vector<std::string> split_lines(std::string_view text, bool keeps_ends) {
  std::vector<std::string> lines;
  size_t begin = 0;
  for (size_t at = 0; at < text.size();) {
    const auto [code, size] = unicode::decode(text.substr(at));
    const bool is_end = (code >= 0x0A && code <= 0x0D) || (code >= 0x1C && code <= 0x1E) ||
                        code == 0x85 || code == 0x2028 || code == 0x2029;
    const size_t end = at;
    at += size;
    if (!is_end) continue;
    if (code == '\r' && at < text.size() && text[at] == '\n') at++;
    lines.emplace_back(text.substr(begin, (keeps_ends ? at : end) - begin));
    begin = at;
  }
  if (begin < text.size()) lines.emplace_back(text.substr(begin));
  return lines;
}

std::string replace_text(std::string_view text, std::string_view old, std::string_view with,
                         int64_t limit) {
  std::string replaced;
  size_t at = 0;
  for (int64_t count = 0; limit < 0 || count < limit; count++) {
    // An empty text is found before each character and at the end.
    const size_t found = old.empty() ? at : text.find(old, at);
    if (found == std::string_view::npos || found > text.size()) break;
    replaced.append(text.substr(at, found - at)).append(with);
    if (replaced.size() > kMaxValueWeight) throw Problem("replace: the result is too long");
    at = found + old.size();
    if (!old.empty()) continue;
    if (at == text.size()) return replaced;
    const size_t size = unicode::decode(text.substr(at)).size;
    replaced.append(text.substr(at, size));
    at += size;
  }
  return replaced.append(text.substr(at));
}

std::vector<size_t> slice_indices(size_t length, std::optional<int64_t> start,
                                  std::optional<int64_t> stop, std::optional<int64_t> step) {
  const int64_t by = step.value_or(1), size = static_cast<int64_t>(length);
  if (by == 0) throw Problem("found a slice of step 0, expected another step");
  const auto bounded = [&](std::optional<int64_t> index, int64_t fallback) {
    if (!index) return fallback;
    const int64_t lowest = by > 0 ? 0 : -1, highest = by > 0 ? size : size - 1;
    return std::clamp(*index < 0 ? *index + size : *index, lowest, highest);
  };
  const int64_t first = bounded(start, by > 0 ? 0 : size - 1);
  const int64_t end = bounded(stop, by > 0 ? size : -1);
  std::vector<size_t> indices;
  for (int64_t i = first; by > 0 ? i < end : i > end;) {
    indices.push_back(static_cast<size_t>(i));
    if (__builtin_add_overflow(i, by, &i)) break;
  }
  return indices;
}

}  // namespace tutti::data::jinja
