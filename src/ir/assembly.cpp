// SPDX-License-Identifier: Apache-2.0
#include "ir/assembly.h"

#include <array>
#include <utility>

#include "base/error.h"
#include "ir/attribute_rules.h"

namespace tutti::ir {
namespace {

constexpr std::array<std::pair<std::string_view, TypeStyle>, 9> kStyles = {
    {{"same", TypeStyle::same},
     {"arrow", TypeStyle::arrow},
     {"first", TypeStyle::first},
     {"functional", TypeStyle::functional},
     {"result", TypeStyle::result},
     {"operands", TypeStyle::operands},
     {"complex", TypeStyle::complex},
     {"select", TypeStyle::select},
     {"none", TypeStyle::none}}};

TypeStyle style_of(std::string_view name) {
  for (const auto& [text, style] : kStyles)
    if (text == name) return style;
  throw InternalError(fmt::format("unknown style of types '{}'", name));
}

bool is_name(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
}

/// Words and single characters, spaces apart.
std::vector<std::string> tokens_of(std::string_view literal) {
  std::vector<std::string> tokens;
  const auto in_word = [&](size_t at) {
    return (literal[at] >= 'a' && literal[at] <= 'z') || literal[at] == '_';
  };
  for (size_t at = 0; at < literal.size();) {
    size_t end = at + 1;
    while (in_word(at) && end < literal.size() && in_word(end)) end++;
    if (literal[at] != ' ') tokens.emplace_back(literal.substr(at, end - at));
    at = end;
  }
  return tokens;
}

}  // namespace

Assembly read_assembly(std::string_view description) {
  Assembly assembly;
  const size_t colon = description.rfind(" : ");
  check(colon != std::string_view::npos, "an assembly without types: '{}'", description);
  assembly.style = style_of(description.substr(colon + 3));
  const std::string_view body = description.substr(0, colon);
  bool optional = false;
  std::string literal;
  const auto flush = [&] {
    if (!literal.empty())
      assembly.pieces.push_back(
          {AssemblyPiece::Kind::literal, literal, "", 0, optional, tokens_of(literal)});
    literal.clear();
  };
  for (size_t i = 0; i < body.size(); i++) {
    const char c = body[i];
    if (c == '[' && body.substr(i, 2) == "[,") {
      flush();
      optional = true;
    } else if (c == ']' && optional) {
      flush();
      optional = false;
    } else if (c == '$') {
      flush();
      const char which = body[++i];
      if (which == '*')
        assembly.pieces.push_back({AssemblyPiece::Kind::operands, "", "", 0, optional});
      else
        assembly.pieces.push_back(
            {AssemblyPiece::Kind::operand, "", "", static_cast<size_t>(which - '0'), optional});
    } else if (c == '{') {
      flush();
      const size_t end = body.find('}', i);
      const AttributeRule rule = read_attribute_rules(body.substr(i + 1, end - i - 1))[0];
      assembly.pieces.push_back(
          {AssemblyPiece::Kind::attribute, rule.name, rule.kind, 0, optional, {}, rule.label});
      i = end;
    } else if (c == '@') {
      flush();
      size_t end = i + 1;
      while (end < body.size() && is_name(body[end])) end++;
      assembly.pieces.push_back({AssemblyPiece::Kind::syntax,
                                 std::string(body.substr(i + 1, end - i - 1)), "", 0, optional});
      i = end - 1;
    } else {
      literal += c;
    }
  }
  flush();
  return assembly;
}

}  // namespace tutti::ir
