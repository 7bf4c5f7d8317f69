// SPDX-License-Identifier: Apache-2.0
#include "app/process/wrap.h"

#include <utf8proc.h>

#include <algorithm>
#include <utility>

#include "base/text.h"

namespace tutti::app {
namespace {

/// The bytes of the escape sequence that begins a text: ESC, "[", parameters and a letter.
size_t sequence_size(std::string_view text) {
  if (!text.starts_with("\x1b[")) return 0;
  size_t end = 2;
  while (end < text.size() && (text[end] < '@' || text[end] > '~')) end++;
  return std::min(end + 1, text.size());
}

size_t columns_of_character(const CodePoint& character) {
  if (character.size == 0) return 1;
  return static_cast<size_t>(
      std::max(utf8proc_charwidth(static_cast<utf8proc_int32_t>(character.value)), 0));
}

/// Whether a text ends with a whole character that is two columns wide: a line may end after it,
/// because Chinese and Japanese have no spaces.
bool ends_wide(std::string_view text) {
  size_t begin = text.size();
  while (begin > 0 && (static_cast<unsigned char>(text[begin - 1]) & 0xC0) == 0x80) begin--;
  if (begin == 0 || begin == text.size()) return false;
  const std::string_view last = text.substr(begin - 1);
  const CodePoint character = first_code_point(last);
  return character.size == last.size() && columns_of_character(character) == 2;
}

/// The column at which a broken line continues.
size_t hanging_column(std::string_view line, size_t width) {
  const size_t begin = std::min(line.find_first_not_of(' '), line.size());
  size_t found = begin + 2;
  for (size_t at = begin; (at = line.find("  ", at)) != line.npos;) {
    at = std::min(line.find_first_not_of(' ', at), line.size());
    const size_t column = columns_of(line.substr(0, at));
    if (at == line.size() || column > width / 2) break;
    found = column;
  }
  return found;
}

}  // namespace

size_t columns_of(std::string_view text) {
  size_t columns = 0;
  while (!text.empty()) {
    size_t bytes = sequence_size(text);
    if (bytes == 0) {
      const CodePoint character = first_code_point(text);
      columns += columns_of_character(character);
      bytes = std::max<size_t>(character.size, 1);
    }
    text.remove_prefix(bytes);
  }
  return columns;
}

Wrapper::Wrapper(size_t width, size_t indent, size_t column)
    : width_(width), indent_(indent), column_(column) {}

void Wrapper::end_word(std::string& out) {
  if (word_.empty()) return;
  const size_t columns = columns_of(word_);
  if (has_word_ && column_ + gap_.size() + columns > width_) {
    column_ = std::min(indent_, width_ - std::min(width_, columns));
    out += "\n" + std::string(column_, ' ');
  } else {
    out += gap_;
    column_ += gap_.size();
  }
  out += word_;
  column_ += columns;
  has_word_ = true;
  gap_.clear();
  word_.clear();
}

std::string Wrapper::push(std::string_view piece) {
  if (width_ == 0) return std::string(piece);
  std::string out;
  for (const char c : piece) {
    if (c == ' ' || c == '\n') end_word(out);
    if (c == ' ') {
      gap_ += c;
    } else if (c == '\n') {
      out += c;
      gap_.clear();
      column_ = 0;
      has_word_ = false;
    } else {
      word_ += c;
      if (ends_wide(word_)) end_word(out);
    }
  }
  return out;
}

std::string Wrapper::finish() {
  std::string out;
  end_word(out);
  return out + std::exchange(gap_, "");
}

std::string wrapped(std::string_view text, size_t width, size_t indent, size_t column) {
  Wrapper wrapper(width, indent, column);
  std::string out = wrapper.push(text);
  return out + wrapper.finish();
}

std::string wrapped_lines(std::string_view text, size_t width) {
  if (width == 0) return std::string(text);
  std::string out;
  while (!text.empty()) {
    const std::string_view line = text.substr(0, text.find('\n'));
    out += wrapped(line, width, hanging_column(line, width));
    text.remove_prefix(line.size());
    if (text.empty()) break;
    out += '\n';
    text.remove_prefix(1);
  }
  return out;
}

}  // namespace tutti::app
