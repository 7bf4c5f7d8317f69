// SPDX-License-Identifier: Apache-2.0
// The statements of chat templates.
#include <algorithm>
#include <initializer_list>

#include "data/chat_template/expression_parser.h"
#include "data/chat_template/syntax.h"

namespace tutti::data::jinja {
namespace {

class TemplateParser : public ExpressionParser {
 public:
  using ExpressionParser::ExpressionParser;

  std::vector<Statement> run() {
    std::vector<Statement> statements = parse_body({}, 0, "");
    return statements;
  }

 private:
  using Kind = Statement::Kind;

  /// Up to a tag of one of these names, whose "{%" is taken and whose name is not; without names,
  /// up to the end of the template. `line` is that of the block `block`.
  std::vector<Statement> parse_body(std::initializer_list<std::string_view> ends, int line,
                                    std::string_view block) {
    const Nested nested(*this);
    std::vector<Statement> body;
    while (true) {
      Statement statement;
      statement.line = token().line;
      if (is(Token::Kind::text)) {
        statement.kind = Kind::text;
        statement.text = take().text;
      } else if (is(Token::Kind::print_begin)) {
        take();
        statement.kind = Kind::print;
        statement.parts.push_back(parse_tuple());
        if (!is(Token::Kind::print_end)) fail_expecting("\"}}\"");
        take();
      } else if (is(Token::Kind::block_begin)) {
        take();
        if (is(Token::Kind::name) &&
            std::find(ends.begin(), ends.end(), token().text) != ends.end())
          return body;
        parse_statement(statement, ends, line, block);
      } else if (ends.size() == 0) {
        return body;
      } else {
        fail_at(token().line, "found {}, expected \"{}\" for the \"{}\" of line {}", shown(token()),
                *(ends.end() - 1), block, line);
      }
      body.push_back(std::move(statement));
    }
  }

  void parse_statement(Statement& statement, std::initializer_list<std::string_view> ends, int line,
                       std::string_view block) {
    const Token word = token();
    expect_name("the name of a statement");
    if (word.text == "if") return parse_if(statement);
    if (word.text == "for") return parse_for(statement);
    if (word.text == "set") return parse_set(statement);
    if (word.text == "macro") return parse_macro(statement);
    if (word.text == "generation") return parse_generation(statement);
    if (word.text == "break" || word.text == "continue") {
      if (loops_ == 0)
        fail_at(word.line, "found \"{}\" outside of a loop, expected it in one", word.text);
      statement.kind = word.text == "break" ? Kind::break_loop : Kind::continue_loop;
      return end_tag();
    }
    if (ends.size() > 0 && (word.text.substr(0, 3) == "end" || word.text.substr(0, 2) == "el"))
      fail_at(word.line, "found {}, expected \"{}\" for the \"{}\" of line {}", shown(word),
              *(ends.end() - 1), block, line);
    fail_at(
        word.line,
        "found the statement {}, expected if, for, set, macro, generation, break, continue or raw",
        shown(word));
  }

  void end_tag() {
    if (!is(Token::Kind::block_end)) fail_expecting("\"%}\"");
    take();
  }

  void parse_if(Statement& statement) {
    statement.kind = Kind::condition;
    const int line = statement.line;
    statement.parts.push_back(parse_tuple());
    end_tag();
    while (true) {
      statement.bodies.push_back(parse_body({"elif", "else", "endif"}, line, "if"));
      const std::string word = take().text;
      if (word == "elif") statement.parts.push_back(parse_tuple());
      end_tag();
      if (word == "elif") continue;
      if (word == "else") {
        statement.bodies.push_back(parse_body({"endif"}, line, "if"));
        take();
        end_tag();
      }
      return;
    }
  }

  void parse_for(Statement& statement) {
    statement.kind = Kind::loop;
    const bool in_parentheses = skip_symbol("(");
    do {
      statement.names.push_back(expect_name("the name of a loop's variable"));
    } while (skip_symbol(","));
    if (in_parentheses) expect_symbol(")");
    if (!skip_word("in")) fail_expecting("\"in\"");
    statement.parts.push_back(parse_iterable());
    statement.parts.push_back(skip_word("if") ? parse_expression() : nullptr);
    if (is_word("recursive")) fail_expecting("a loop that does not call itself");
    end_tag();
    loops_++;
    statement.bodies.push_back(parse_body({"else", "endfor"}, statement.line, "for"));
    loops_--;
    const bool has_else = take().text == "else";
    end_tag();
    statement.bodies.emplace_back();
    if (!has_else) return;
    statement.bodies.back() = parse_body({"endfor"}, statement.line, "for");
    take();
    end_tag();
  }

  /// As a tuple, but "if" begins the loop's filter.
  ExpressionPtr parse_iterable() { return parse_or(); }

  void parse_set(Statement& statement) {
    statement.kind = Kind::set;
    statement.names.push_back(expect_name("the name of a variable"));
    if (skip_symbol(".")) {
      statement.text = expect_name("the name of a namespace's member");
    } else {
      while (skip_symbol(",")) statement.names.push_back(expect_name("the name of a variable"));
    }
    if (skip_symbol("=")) {
      statement.parts.push_back(parse_tuple());
      return end_tag();
    }
    if (statement.names.size() > 1 || !statement.text.empty() || !is(Token::Kind::block_end))
      fail_expecting("\"=\"");
    end_tag();
    statement.kind = Kind::set_block;
    parse_captured(statement, "set", {"endset"});
  }

  void parse_macro(Statement& statement) {
    statement.kind = Kind::macro;
    statement.text = expect_name("the name of a macro");
    expect_symbol("(");
    while (!is_symbol(")")) {
      statement.names.push_back(expect_name("the name of a parameter"));
      if (skip_symbol("="))
        statement.parts.push_back(parse_expression());
      else if (!statement.parts.empty())
        fail_expecting("\"=\", as of the parameter before");
      if (!skip_symbol(",") && !is_symbol(")")) fail_expecting("\",\" or \")\"");
    }
    take();
    end_tag();
    parse_captured(statement, "macro", {"endmacro"});
  }

  void parse_generation(Statement& statement) {
    if (in_generation_)
      fail_at(statement.line, "found \"generation\" in another, expected one outside of it");
    statement.kind = Kind::generation;
    end_tag();
    in_generation_ = true;
    parse_captured(statement, "generation", {"endgeneration"});
    in_generation_ = false;
  }

  /// A body that no break of a loop around it leaves.
  void parse_captured(Statement& statement, std::string_view block,
                      std::initializer_list<std::string_view> ends) {
    const int loops = std::exchange(loops_, 0);
    statement.bodies.push_back(parse_body(ends, statement.line, block));
    loops_ = loops;
    take();
    if (block == "macro" && is(Token::Kind::name)) take();
    end_tag();
  }

  int loops_ = 0;
  bool in_generation_ = false;
};

}  // namespace

std::vector<Statement> parse_template(std::string_view text, std::string_view name) {
  return TemplateParser(read_tokens(text, name), name).run();
}

}  // namespace tutti::data::jinja
