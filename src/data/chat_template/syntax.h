// SPDX-License-Identifier: Apache-2.0
// The syntax tree of a chat template.
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "data/chat_template/value.h"

namespace tutti::data::jinja {

struct Expression;
using ExpressionPtr = std::unique_ptr<Expression>;

struct Expression {
  enum class Kind {
    literal,
    name,
    list,
    tuple,
    dict,         // parts: key, value, key, value, ...
    unary,        // text: "not", "-" or "+"
    binary,       // text: the operator, "and" and "or" among them
    compare,      // a < b <= c: parts a, b, c; names "<", "<="
    conditional,  // parts: the condition, the value, the other value or null
    attribute,    // parts[0].text
    subscript,    // parts[0][parts[1]]
    slice,        // parts[0][parts[1]:parts[2]:parts[3]]; those left out are null
    call,         // parts: the function, its arguments; names: of the last arguments
    filter,       // parts: the value, arguments; text: the filter; names as of a call
    test          // as a filter; negated where `is_negated`
  };
  Kind kind;
  int line = 1;
  int depth = 1;
  std::string text;
  Value value;
  std::vector<ExpressionPtr> parts;
  std::vector<std::string> names;
  bool is_negated = false;
};

struct Statement {
  enum class Kind {
    text,
    print,       // parts[0]
    condition,   // parts: a test for each branch; bodies: one for each, and that of else
    loop,        // names: targets; parts: the iterable, the filter or null; bodies: two
    set,         // names: targets; parts[0]; text: a member of the namespace names[0]
    set_block,   // names[0] becomes what bodies[0] writes
    macro,       // text: its name; names: parameters; parts: defaults of the last ones
    generation,  // the model writes bodies[0]
    break_loop,
    continue_loop
  };
  Kind kind;
  int line = 1;
  std::string text;
  std::vector<std::string> names;
  std::vector<ExpressionPtr> parts;
  std::vector<std::vector<Statement>> bodies;
};

/// How deeply statements and expressions may be nested.
constexpr int kMaxSyntaxDepth = 150;

/// Parses a template. Throws UserError "name:line: found ..., expected ...".
std::vector<Statement> parse_template(std::string_view text, std::string_view name);

}  // namespace tutti::data::jinja
