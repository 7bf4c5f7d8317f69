// SPDX-License-Identifier: Apache-2.0
// Parses the expressions of chat templates, with Jinja's precedence.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/error.h"
#include "data/chat_template/lexer.h"
#include "data/chat_template/syntax.h"

namespace tutti::data::jinja {

/// A place in the tokens of a template, and what is parsed from there. Errors are UserErrors
/// "name:line: found ..., expected ...".
class ExpressionParser {
 public:
  ExpressionParser(std::vector<Token> tokens, std::string_view name)
      : tokens_(std::move(tokens)), name_(name) {}

 protected:
  /// An expression, or several with commas between them, which are a tuple.
  ExpressionPtr parse_tuple();
  ExpressionPtr parse_expression();
  /// An expression without "x if y", as of a for loop's iterable.
  ExpressionPtr parse_or();

  const Token& token() const { return tokens_[at_]; }
  const Token& next_token() const { return tokens_[std::min(at_ + 1, tokens_.size() - 1)]; }
  Token take() { return tokens_[at_ + 1 < tokens_.size() ? at_++ : at_]; }
  bool is(Token::Kind kind) const { return token().kind == kind; }
  bool is_symbol(std::string_view text) const {
    return is(Token::Kind::symbol) && token().text == text;
  }
  bool is_word(std::string_view text) const {
    return is(Token::Kind::name) && token().text == text;
  }
  /// Whether an operand follows that is not in parentheses.
  bool begins_operand() const;
  bool skip_symbol(std::string_view text);
  bool skip_word(std::string_view text);
  void expect_symbol(std::string_view text);
  std::string expect_name(std::string_view what);
  [[noreturn]] void fail_expecting(std::string_view expected) const;
  template <typename... Args>
  [[noreturn]] void fail_at(int line, fmt::format_string<Args...> format, Args&&... args) const {
    user_error("{}:{}: {}", name_, line, fmt::format(format, std::forward<Args>(args)...));
  }

  /// Counts what is nested while it lives; throws UserError where that is too deep.
  class Nested {
   public:
    explicit Nested(ExpressionParser& parser) : parser_(parser) {
      if (++parser_.nesting_ > kMaxSyntaxDepth) parser_.fail_depth();
    }
    ~Nested() { parser_.nesting_--; }
    Nested(const Nested&) = delete;
    Nested& operator=(const Nested&) = delete;

   private:
    ExpressionParser& parser_;
  };

 private:
  using Kind = Expression::Kind;
  using Parse = ExpressionPtr (ExpressionParser::*)();

  [[noreturn]] void fail_depth() const;
  ExpressionPtr make(Kind kind, int line, std::string text, std::vector<ExpressionPtr> parts);
  ExpressionPtr make_pair(Kind kind, int line, std::string text, ExpressionPtr left,
                          ExpressionPtr right);
  ExpressionPtr literal(Value value);

  ExpressionPtr parse_left(Parse operand, std::initializer_list<std::string_view> operators);
  ExpressionPtr parse_and();
  ExpressionPtr parse_not();
  ExpressionPtr parse_compare();
  ExpressionPtr parse_sum();
  ExpressionPtr parse_concatenation();
  ExpressionPtr parse_product();
  ExpressionPtr parse_power();
  ExpressionPtr parse_unary();
  ExpressionPtr parse_operand(bool with_filters);
  ExpressionPtr parse_primary();
  ExpressionPtr parse_name();
  ExpressionPtr parse_number();
  ExpressionPtr parse_string();
  ExpressionPtr parse_parentheses();
  ExpressionPtr parse_list();
  ExpressionPtr parse_dict();
  ExpressionPtr parse_postfix(ExpressionPtr value);
  ExpressionPtr parse_filters(ExpressionPtr value);
  ExpressionPtr parse_subscript(ExpressionPtr value);
  ExpressionPtr parse_test(ExpressionPtr value);
  void parse_arguments(Expression& call);

  std::vector<Token> tokens_;
  std::string_view name_;
  size_t at_ = 0;
  int nesting_ = 0;
};

}  // namespace tutti::data::jinja
