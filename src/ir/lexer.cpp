// SPDX-License-Identifier: Apache-2.0
#include "ir/lexer.h"

#include <algorithm>
#include <array>

#include "base/text.h"

namespace tutti::ir {
namespace {

/// What a byte may be, in a table: programs are mostly words.
enum Class : uint8_t { kDigit = 1, kLetter = 2, kWord = 4, kHex = 8, kAlone = 16 };
constexpr std::array<uint8_t, 256> kClasses = [] {
  std::array<uint8_t, 256> classes = {};
  const auto add = [&](std::string_view characters, int more) {
    for (char c : characters) classes[static_cast<unsigned char>(c)] |= static_cast<uint8_t>(more);
  };
  add("0123456789", kDigit | kWord | kHex);
  add("ABCDEFabcdef", kHex);
  add("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz_", kLetter | kWord);
  add(".$", kWord);
  add("()[]<>}=,:?*", kAlone);  // punctuation that begins no longer one
  return classes;
}();
bool is_one_of(char c, int classes) {
  return (kClasses[static_cast<unsigned char>(c)] & classes) != 0;
}
bool is_digit(char c) {
  return is_one_of(c, kDigit);
}
bool is_word(char c) {
  return is_one_of(c, kWord);
}
bool is_hex(char c) {
  return is_one_of(c, kHex);
}

}  // namespace

Lexer::Lexer(std::string_view text, std::string file)
    : text_(text), file_(std::make_shared<const std::string>(std::move(file))) {
  for (size_t at = text.find('\n'); at != text.npos; at = text.find('\n', at + 1))
    newlines_.push_back(at);
  advance();
}

Token Lexer::next() {
  const Token token = token_;
  advance();
  return token;
}

void Lexer::split(size_t length) {
  at_ = token_.offset + length;
  advance();
}

void Lexer::jump(size_t offset) {
  at_ = offset;
  advance();
}

size_t Lexer::find_line(std::string_view what) const {
  // Lines of weights are megabytes: where they end is known.
  auto end = std::lower_bound(newlines_.begin(), newlines_.end(), token_.offset);
  for (; end != newlines_.end(); end++) {
    const size_t begin = text_.find_first_not_of(" \t", *end + 1);
    if (begin != text_.npos && text_.substr(begin).starts_with(what)) return begin;
  }
  return text_.npos;
}

void Lexer::skip_space() {
  for (; at_ < text_.size(); at_++) {
    const char c = text_[at_];
    if (c == ' ' || c == '\n' || c == '\t' || c == '\r') continue;
    if (c != '/' || !text_.substr(at_).starts_with("//")) return;
    at_ = std::min(text_.find('\n', at_), text_.size() - 1);
  }
}

void Lexer::read_word(size_t start, Token::Kind kind) {
  const auto run = [&] {
    size_t at = at_;
    while (at < text_.size() && is_word(text_[at])) at++;
    at_ = at;
  };
  run();
  // Names after a sigil may contain hyphens.
  while (kind != Token::Kind::word && at_ + 1 < text_.size() && text_[at_] == '-' &&
         is_word(text_[at_ + 1])) {
    at_++;
    run();
  }
  if (kind == Token::Kind::value && at_ < text_.size() && text_[at_] == '#') {
    at_++;
    while (at_ < text_.size() && is_digit(text_[at_])) at_++;
  }
  token_ = {kind, text_.substr(start, at_ - start), start};
}

void Lexer::read_number(size_t start) {
  Token::Kind kind = Token::Kind::integer;
  if (text_[at_] == '-' || text_[at_] == '+') at_++;
  if (text_.substr(at_, 2) == "0x" && at_ + 2 < text_.size() && is_hex(text_[at_ + 2])) {
    at_ += 2;
    while (at_ < text_.size() && is_hex(text_[at_])) at_++;
  } else {
    while (at_ < text_.size() && is_digit(text_[at_])) at_++;
    if (at_ < text_.size() && text_[at_] == '.') {
      kind = Token::Kind::number;
      at_++;
      while (at_ < text_.size() && is_digit(text_[at_])) at_++;
    }
    if (at_ + 1 < text_.size() && (text_[at_] == 'e' || text_[at_] == 'E') &&
        (is_digit(text_[at_ + 1]) || ((text_[at_ + 1] == '-' || text_[at_ + 1] == '+') &&
                                      at_ + 2 < text_.size() && is_digit(text_[at_ + 2])))) {
      kind = Token::Kind::number;
      at_ += 2;
      while (at_ < text_.size() && is_digit(text_[at_])) at_++;
    }
  }
  token_ = {kind, text_.substr(start, at_ - start), start};
}

/// The first quote from `at` on without a backslash before it; npos if the line ends first.
size_t Lexer::closing_quote(size_t at) const {
  const size_t quote = std::min(text_.find('"', at), text_.size());
  const std::string_view inside = text_.substr(at, quote - at);
  if (inside.find('\\') == inside.npos && inside.find('\n') == inside.npos)  // weights are long
    return quote < text_.size() ? quote : text_.npos;
  while (at < text_.size() && text_[at] != '"' && text_[at] != '\n')
    at += text_[at] == '\\' ? 2 : 1;
  return at < text_.size() && text_[at] == '"' ? at : text_.npos;
}

void Lexer::read_string(size_t start, Token::Kind kind) {
  const size_t begin = ++at_;
  at_ = closing_quote(begin);
  if (at_ == text_.npos) {
    at_ = begin;
    error_at(start, "a string is not closed");
  }
  token_ = {kind, text_.substr(begin, at_ - begin), start};
  at_++;
}

void Lexer::read_sigil(size_t start, Token::Kind kind) {
  at_++;
  read_word(start + 1, kind);
  token_.offset = start;
}

void Lexer::advance() {
  skip_space();
  const size_t start = at_;
  if (start >= text_.size()) {
    token_ = {Token::Kind::end, {}, text_.size()};
    return;
  }
  const char c = text_[at_];
  const char after = at_ + 1 < text_.size() ? text_[at_ + 1] : '\0';
  const auto punctuation = [&](size_t size) {
    at_ += size;
    token_ = {Token::Kind::punctuation, text_.substr(start, size), start};
  };
  if (is_one_of(c, kAlone)) return punctuation(1);
  if (is_one_of(c, kLetter)) return read_word(start, Token::Kind::word);
  if (c == '%') return read_sigil(start, Token::Kind::value);
  if (is_digit(c) || ((c == '-' || c == '+') && is_digit(after))) return read_number(start);
  if (c == '"') return read_string(start, Token::Kind::string);
  if (c == '#' && is_one_of(after, kLetter)) return read_sigil(start, Token::Kind::hash_word);
  if (c == '!') return read_sigil(start, Token::Kind::bang_word);
  if (c == '^') return read_sigil(start, Token::Kind::block);
  if (c == '@' && after == '"') {
    at_++;
    return read_string(start, Token::Kind::symbol);
  }
  if (c == '@') return read_sigil(start, Token::Kind::symbol);
  const bool pair = (c == '-' && (after == '>' || after == '}')) || (c == '{' && after == '-');
  punctuation(pair ? 2 : 1);
}

std::string Lexer::unescape(const Token& token) const {
  if (token.text.find('\\') == token.text.npos) return std::string(token.text);
  std::string result;
  const auto hex = [](char c) { return is_digit(c) ? c - '0' : (c | 0x20) - 'a' + 10; };
  for (size_t i = 0; i < token.text.size(); i++) {
    const char c = token.text[i];
    if (c != '\\') {
      result += c;
      continue;
    }
    const std::string_view rest = token.text.substr(i + 1);
    if (rest.size() >= 2 && is_hex(rest[0]) && is_hex(rest[1])) {
      result += static_cast<char>(hex(rest[0]) * 16 + hex(rest[1]));
      i += 2;
    } else if (!rest.empty() &&
               (rest[0] == 'n' || rest[0] == 't' || rest[0] == '"' || rest[0] == '\\')) {
      result += rest[0] == 'n' ? '\n' : rest[0] == 't' ? '\t' : rest[0];
      i += 1;
    } else {
      error_at(token.offset, "a string has an unknown escape");
    }
  }
  return result;
}

/// The offset of the bracket that closes the one before `begin`.
size_t Lexer::closing_bracket(size_t begin, char open, char close) const {
  int depth = 1;
  for (size_t at = begin; at < text_.size(); at++) {
    const char c = text_[at];
    if (c == '"') {
      at = std::min(closing_quote(at + 1), text_.size());
    } else if (c == open) {
      depth++;
    } else if (c == close && (close != '>' || text_[at - 1] != '-')) {
      if (--depth == 0) return at;
    }
  }
  error_at(begin, fmt::format("'{}' is not closed", open));
}

std::string_view Lexer::raw_until_closing(char open, char close) {
  const size_t begin = token_.offset;
  const size_t end = closing_bracket(begin, open, close);
  jump(end + 1);
  return text_.substr(begin, end - begin);
}

std::string_view Lexer::raw_with_angles() {
  const size_t begin = token_.offset;
  if (at_ < text_.size() && text_[at_] == '<') at_ = closing_bracket(at_ + 1, '<', '>') + 1;
  const size_t end = at_;
  advance();
  return text_.substr(begin, end - begin);
}

Location Lexer::location(size_t offset) const {
  // Places are asked for in the order of the text, mostly.
  const bool onward = line_ == 0 || newlines_[line_ - 1] < offset;
  auto after = newlines_.begin() + static_cast<std::ptrdiff_t>(onward ? line_ : 0);
  for (int steps = 0; after != newlines_.end() && *after < offset; after++)
    if (++steps > 16) {
      after = std::lower_bound(after, newlines_.end(), offset);
      break;
    }
  line_ = static_cast<size_t>(after - newlines_.begin());
  Location place;
  place.file = file_;
  place.line = static_cast<int>(after - newlines_.begin()) + 1;
  place.column = static_cast<int>(after == newlines_.begin() ? offset : offset - after[-1] - 1) + 1;
  return place;
}

void Lexer::expected(std::string_view punctuation_or_word) const {
  error(fmt::format("expected '{}'", punctuation_or_word));
}

void Lexer::error(const std::string& message) const {
  const std::string found = token_.kind == Token::Kind::end ? "the end of the text"
                                                            : "'" + escaped(token_.text, 60) + "'";
  error_at(token_.offset, message + ", found " + found);
}

void Lexer::error_at(size_t offset, const std::string& message) const {
  user_error("{}: {}", location(offset).str(), message);
}

}  // namespace tutti::ir
