// SPDX-License-Identifier: Apache-2.0
#include "ir/lexer.h"

#include <algorithm>
#include <array>

#include "base/text.h"

namespace tutti::ir {
namespace {

bool is_digit(char c) {
  return c >= '0' && c <= '9';
}
bool is_letter(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
}

/// By byte: programs are mostly words.
constexpr std::array<bool, 256> kWordCharacters = [] {
  std::array<bool, 256> result = {};
  for (int c = 0; c < 256; c++)
    result[static_cast<size_t>(c)] = (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') ||
                                     (c >= 'A' && c <= 'Z') || c == '_' || c == '.' || c == '$';
  return result;
}();
bool is_word(char c) {
  return kWordCharacters[static_cast<unsigned char>(c)];
}
bool is_hex(char c) {
  return is_digit(c) || (c >= 'a' && c <= 'f') || (c >= 'A' && c <= 'F');
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

bool Lexer::is(std::string_view text) const {
  return (token_.kind == Token::Kind::punctuation || token_.kind == Token::Kind::word) &&
         token_.text == text;
}

bool Lexer::take(std::string_view text) {
  if (!is(text)) return false;
  advance();
  return true;
}

void Lexer::expect(std::string_view text) {
  if (!take(text)) error(fmt::format("expected '{}'", text));
}

void Lexer::split(size_t length) {
  at_ = token_.offset + length;
  advance();
}

void Lexer::jump(size_t offset) {
  at_ = offset;
  advance();
}

void Lexer::skip_space() {
  while (at_ < text_.size()) {
    const char c = text_[at_];
    if (c == ' ' || c == '\n' || c == '\t' || c == '\r') {
      at_++;
    } else if (text_.substr(at_, 2) == "//") {
      while (at_ < text_.size() && text_[at_] != '\n') at_++;
    } else {
      return;
    }
  }
}

void Lexer::read_word(size_t start, Token::Kind kind) {
  const auto run = [&] {
    while (at_ < text_.size() && is_word(text_[at_])) at_++;
  };
  run();
  // Names behind a sigil may have hyphens inside.
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

/// The first quote from `at` on that no backslash stands before; npos where the line ends first.
size_t Lexer::closing_quote(size_t at) const {
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

void Lexer::advance() {
  skip_space();
  const size_t start = at_;
  if (start >= text_.size()) {
    token_ = {Token::Kind::end, {}, text_.size()};
    return;
  }
  const char c = text_[at_];
  const char after = at_ + 1 < text_.size() ? text_[at_ + 1] : '\0';
  const auto sigil = [&](Token::Kind kind) {
    at_++;
    read_word(start + 1, kind);
    token_.offset = start;
  };
  if (c == '%') return sigil(Token::Kind::value);
  if (c == '^') return sigil(Token::Kind::block);
  if (c == '#' && is_letter(after)) return sigil(Token::Kind::hash_word);
  if (c == '!') return sigil(Token::Kind::bang_word);
  if (c == '@' && after == '"') {
    at_++;
    return read_string(start, Token::Kind::symbol);
  }
  if (c == '@') return sigil(Token::Kind::symbol);
  if (c == '"') return read_string(start, Token::Kind::string);
  if (is_letter(c)) return read_word(start, Token::Kind::word);
  if (is_digit(c) || ((c == '-' || c == '+') && is_digit(after))) return read_number(start);
  at_ +=
      text_.substr(at_, 2) == "->" || text_.substr(at_, 2) == "{-" || text_.substr(at_, 2) == "-}"
          ? 2
          : 1;
  token_ = {Token::Kind::punctuation, text_.substr(start, at_ - start), start};
}

std::string Lexer::unescape(const Token& token) const {
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

std::string_view Lexer::raw_until_closing(char open, char close) {
  const size_t begin = token_.offset;
  int depth = 1;
  size_t at = begin;
  for (; at < text_.size(); at++) {
    const char c = text_[at];
    if (c == '"') {
      at = std::min(closing_quote(at + 1), text_.size());
    } else if (c == open) {
      depth++;
    } else if (c == close && (close != '>' || text_[at - 1] != '-')) {
      if (--depth == 0) break;
    }
  }
  if (at >= text_.size()) error_at(begin, fmt::format("'{}' is not closed", open));
  at_ = at + 1;
  advance();
  return text_.substr(begin, at - begin);
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

void Lexer::error(const std::string& message) const {
  const std::string found = token_.kind == Token::Kind::end ? "the end of the text"
                                                            : "'" + escaped(token_.text, 60) + "'";
  error_at(token_.offset, message + ", found " + found);
}

void Lexer::error_at(size_t offset, const std::string& message) const {
  user_error("{}: {}", location(offset).str(), message);
}

}  // namespace tutti::ir
