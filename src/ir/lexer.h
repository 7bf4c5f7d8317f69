// SPDX-License-Identifier: Apache-2.0
// Splits program text into tokens and knows their places in it.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "ir/module.h"

namespace tutti::ir {

struct Token {
  enum class Kind {
    end,
    word,         // stablehlo.add, tensor, i64, true
    value,        // %arg0, %0#1
    symbol,       // @main, @"quoted"
    block,        // ^bb0
    hash_word,    // #stablehlo.gather, #loc3
    bang_word,    // !stablehlo.token
    string,       // "..." (text is the part between the quotes, still escaped)
    integer,      // -12, 0x1F
    number,       // 1.5e-3
    punctuation,  // one of ( ) { } [ ] < > , = : ? * / and ->
  };
  Kind kind = Kind::end;
  std::string_view text;
  size_t offset = 0;
};

class Lexer {
 public:
  Lexer(std::string_view text, std::string file);

  const Token& peek() const { return token_; }
  Token next();
  // Inline, so that the compiler knows the argument: most tokens are compared with one character.
  bool is(std::string_view punctuation_or_word) const {
    return token_.text == punctuation_or_word &&
           (token_.kind == Token::Kind::punctuation || token_.kind == Token::Kind::word);
  }
  /// Takes the token if it is this punctuation or word.
  bool take(std::string_view punctuation_or_word) {
    if (!is(punctuation_or_word)) return false;
    advance();
    return true;
  }
  void expect(std::string_view punctuation_or_word) {
    if (!take(punctuation_or_word)) expected(punctuation_or_word);
  }
  /// The unescaped content of a string token.
  std::string unescape(const Token& token) const;
  /// Splits the current word at `length`, so that "2x3xf32" can be read piece by piece.
  void split(size_t length);
  /// Continues at another place of the text.
  void jump(size_t offset);
  /// The offset of the last occurrence of `what` in the text, or npos.
  size_t find_last(std::string_view what) const { return text_.rfind(what); }
  /// The offset of the first line after this token that begins with `what`, or npos.
  size_t find_line(std::string_view what) const;
  /// Takes the text up to and including the bracket that closes the one just taken; returns it
  /// without that bracket.
  std::string_view raw_until_closing(char open, char close);
  /// Takes and returns the token, with the <...> that follows immediately, if any.
  std::string_view raw_with_angles();

  /// The offset of a part of the text.
  size_t offset_of(std::string_view part) const {
    return static_cast<size_t>(part.data() - text_.data());
  }
  Location location(size_t offset) const;
  Location location() const { return location(token_.offset); }
  [[noreturn]] void error(const std::string& message) const;
  [[noreturn]] void error_at(size_t offset, const std::string& message) const;

 private:
  void advance();
  void skip_space();
  void read_word(size_t start, Token::Kind kind);
  void read_number(size_t start);
  void read_string(size_t start, Token::Kind kind);
  void read_sigil(size_t start, Token::Kind kind);
  size_t closing_quote(size_t at) const;
  size_t closing_bracket(size_t begin, char open, char close) const;
  [[noreturn]] void expected(std::string_view punctuation_or_word) const;

  std::string_view text_;
  std::shared_ptr<const std::string> file_;
  std::vector<size_t> newlines_;  // offsets, for places
  mutable size_t line_ = 0;       // newlines before the place that was last asked for
  size_t at_ = 0;
  Token token_;
};

}  // namespace tutti::ir
