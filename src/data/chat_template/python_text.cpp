// SPDX-License-Identifier: Apache-2.0
#include "data/chat_template/python_text.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>

#include "data/tokenizer/unicode.h"

namespace tutti::data::jinja {
namespace {

/// The characters that strip() removes.
class Removed {
 public:
  explicit Removed(std::optional<std::string_view> characters) : characters_(characters) {
    constexpr size_t kFew = 64;  // bytes that are looked through for each character
    if (!characters_ || characters_->size() <= kFew) return;
    codes_.resize(0x110000);
    for (std::string_view rest = *characters_; !rest.empty();) {
      const auto [code, size] = unicode::decode(rest);
      codes_[code] = true;
      rest.remove_prefix(size);
    }
  }
  bool has(std::string_view character) const {
    const char32_t code = unicode::decode(character).code;
    if (!characters_) return is_python_space(code);
    return codes_.empty() ? characters_->find(character) != std::string_view::npos : codes_[code];
  }

 private:
  std::optional<std::string_view> characters_;
  std::vector<bool> codes_;  // of many characters
};

/// Adds to a list that is no value yet, for which the meter must have room.
void add_part(std::vector<std::string>& parts, std::string_view part) {
  if (parts.size() == parts.capacity())
    MemoryMeter::expect_room(2 * parts.size() * sizeof(std::string));
  parts.emplace_back(part);
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
      add_part(parts, strip_text(text, Side::right));
      break;
    }
    add_part(parts, text.substr(0, end));
    text = strip_text(text.substr(end), Side::left);
  }
  return parts;
}

/// As if from the left in the texts read backwards.
std::vector<std::string> split_from_right(std::string_view text, std::string separator,
                                          int64_t limit) {
  std::string backwards(text.rbegin(), text.rend());
  std::reverse(separator.begin(), separator.end());
  std::vector<std::string> parts = split_text(backwards, separator, limit);
  for (std::string& part : parts) std::reverse(part.begin(), part.end());
  std::reverse(parts.begin(), parts.end());
  return parts;
}

}  // namespace

size_t find_part(std::string_view text, std::string_view part, size_t from) {
  if (from > text.size()) return std::string_view::npos;
  if (part.empty()) return from;
  const void* found = ::memmem(text.data() + from, text.size() - from, part.data(), part.size());
  if (!found) return std::string_view::npos;
  return static_cast<size_t>(static_cast<const char*>(found) - text.data());
}

size_t byte_of_character(std::string_view text, size_t index) {
  size_t at = 0;
  while (at < text.size() && (unicode::is_continuation(text[at]) || index-- > 0)) at++;
  return at;
}

size_t count_characters(std::string_view text) {
  return static_cast<size_t>(
      std::count_if(text.begin(), text.end(), [](char c) { return !unicode::is_continuation(c); }));
}

std::vector<std::string> characters_of_text(std::string_view text) {
  std::vector<std::string> characters;
  while (!text.empty()) {
    const size_t size = unicode::decode(text).size;
    add_part(characters, text.substr(0, size));
    text.remove_prefix(size);
  }
  return characters;
}

bool is_python_space(char32_t code) {
  return unicode::is_whitespace(code) || (code >= 0x1C && code <= 0x1F);
}

std::string_view strip_text(std::string_view text, Side side,
                            std::optional<std::string_view> characters) {
  const Removed removed(characters);
  while (side != Side::right && !text.empty()) {
    const size_t size = unicode::decode(text).size;
    if (!removed.has(text.substr(0, size))) break;
    text.remove_prefix(size);
  }
  while (side != Side::left && !text.empty()) {
    const size_t begin = unicode::last_begin(text);
    if (!removed.has(text.substr(begin))) break;
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
  if (from_right) return split_from_right(text, *separator, limit);
  std::vector<std::string> parts;
  while (limit < 0 || parts.size() < static_cast<size_t>(limit)) {
    const size_t at = find_part(text, *separator);
    if (at == std::string_view::npos) break;
    add_part(parts, text.substr(0, at));
    text = text.substr(at + separator->size());
  }
  parts.emplace_back(text);
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
    add_part(lines, text.substr(begin, (keeps_ends ? at : end) - begin));
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
    const size_t found = old.empty() ? at : find_part(text, old, at);
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

Slice slice_of(size_t length, std::optional<int64_t> start, std::optional<int64_t> stop,
               std::optional<int64_t> step) {
  const int64_t by = step.value_or(1), size = static_cast<int64_t>(length);
  if (by == 0) throw Problem("found a slice of step 0, expected another step");
  const auto bounded = [&](std::optional<int64_t> index, int64_t fallback) {
    if (!index) return fallback;
    const int64_t lowest = by > 0 ? 0 : -1, highest = by > 0 ? size : size - 1;
    return std::clamp(*index < 0 ? *index + size : *index, lowest, highest);
  };
  const int64_t first = bounded(start, by > 0 ? 0 : size - 1);
  const int64_t end = bounded(stop, by > 0 ? size : -1);
  if (by > 0 ? first >= end : first <= end) return {first, by, 0};
  // The smallest integer has no positive one of its size.
  const uint64_t distance = static_cast<uint64_t>(by > 0 ? end - first : first - end);
  const uint64_t stride =
      by > 0 ? static_cast<uint64_t>(by) : uint64_t{0} - static_cast<uint64_t>(by);
  return {first, by, static_cast<size_t>((distance - 1) / stride + 1)};
}

std::string slice_text(std::string_view text, std::optional<int64_t> start,
                       std::optional<int64_t> stop, std::optional<int64_t> step) {
  const Slice slice = slice_of(count_characters(text), start, stop, step);
  if (slice.count == 0) return "";
  if (slice.step == 1) {
    text.remove_prefix(byte_of_character(text, slice.index(0)));
    return std::string(text.substr(0, byte_of_character(text, slice.count)));
  }
  std::vector<uint32_t> begins;  // of the characters
  for (size_t at = 0; at < text.size(); at++)
    if (!unicode::is_continuation(text[at])) begins.push_back(static_cast<uint32_t>(at));
  std::string taken;
  for (size_t i = 0; i < slice.count; i++) {
    const size_t begin = begins[slice.index(i)];
    taken += text.substr(begin, unicode::decode(text.substr(begin)).size);
  }
  return taken;
}

}  // namespace tutti::data::jinja
