// SPDX-License-Identifier: Apache-2.0
// The pretty form of operations, as their assembly lines describe it.
#include "ir/attribute_kinds.h"
#include "ir/parser.h"

namespace tutti::ir {

void Parser::parse_pretty(Draft& draft) {
  if (draft.def->assembly.empty())
    lexer_.error(
        fmt::format("{} has the generic form only: \"{}\"(...)", draft.def->name, draft.def->name));
  auto found = assemblies_.find(draft.def);
  if (found == assemblies_.end())
    found = assemblies_.emplace(draft.def, read_assembly(draft.def->assembly)).first;
  const Assembly& assembly = found->second;
  bool skip_optional = false;
  comma_taken_ = false;
  for (const AssemblyPiece& piece : assembly.pieces) {
    if (piece.optional && piece.kind == AssemblyPiece::Kind::literal && !skip_optional &&
        piece.text[0] == ',')
      skip_optional = !lexer_.is(",");
    if (!piece.optional || !skip_optional) parse_piece(draft, piece);
  }
  if (assembly.style == TypeStyle::none && draft.operands.empty()) return;
  parse_more_attributes(draft);
  if (assembly.style == TypeStyle::none) return;
  parse_types(draft, assembly.style);
}

void Parser::parse_literal(const AssemblyPiece& piece) {
  const size_t taken = comma_taken_ && piece.text[0] == ',' ? 1 : 0;
  comma_taken_ = false;
  for (size_t i = taken; i < piece.tokens.size(); i++) lexer_.expect(piece.tokens[i]);
}

void Parser::parse_piece(Draft& draft, const AssemblyPiece& piece) {
  switch (piece.kind) {
    case AssemblyPiece::Kind::literal:
      return parse_literal(piece);
    case AssemblyPiece::Kind::operand:
      draft.operands.push_back(parse_operand());
      return;
    case AssemblyPiece::Kind::operands:
      comma_taken_ = true;
      // JAX prints the commas on both sides of an empty list.
      if (lexer_.peek().kind != Token::Kind::value) lexer_.take(",");
      while (lexer_.peek().kind == Token::Kind::value) {
        draft.operands.push_back(parse_operand());
        comma_taken_ = lexer_.take(",");
        if (!comma_taken_) return;
      }
      return;
    case AssemblyPiece::Kind::syntax:
      return parse_syntax(draft, piece.text);
    case AssemblyPiece::Kind::attribute:
      break;
  }
  const std::string_view kind = piece.attribute_kind;
  if (kind == "ints")
    draft.attributes.set(piece.text, ints_attribute(parse_int_list()));
  else if (kind == "int")
    draft.attributes.set(piece.text, int_attribute(parse_int()));
  else if (kind == "int32")
    draft.attributes.set(piece.text, int_attribute(parse_int(), ElementType::i32));
  else if (kind == "symbol")
    draft.attributes.set(piece.text, SymbolAttribute{lexer_.unescape(lexer_.next())});
  else if (kind == "bool")
    draft.attributes.set(piece.text, parse_attribute());
  else if (kind == "number")
    draft.attributes.set(piece.text, parse_float_attribute());
  else if (kind == "target" || kind == "string")
    draft.attributes.set(piece.text, string_attribute(lexer_.unescape(lexer_.next())));
  else if (kind.starts_with(kOpaque))
    draft.attributes.set(piece.text, parse_opaque(kind.substr(kOpaque.size())));
  else if (kind.starts_with("enum."))
    draft.attributes.set(
        piece.text, enum_attribute(std::string(kind.substr(5)), std::string(lexer_.next().text)));
  else
    throw InternalError(fmt::format("unknown kind of attribute '{}'", kind));
}

OpaqueAttribute Parser::parse_opaque(std::string_view name) {
  lexer_.expect("<");
  return {fmt::format("#{}<{}>", name, lexer_.raw_until_closing('<', '>'))};
}

void Parser::parse_types(Draft& draft, TypeStyle style) {
  if (style == TypeStyle::operands && draft.operands.empty()) return;
  lexer_.expect(":");
  const bool may_be_short =
      style == TypeStyle::same || style == TypeStyle::complex || style == TypeStyle::select;
  std::vector<Type>& types = draft.results;
  if (style == TypeStyle::functional || (may_be_short && lexer_.is("("))) {
    parse_operand_types(draft);
    lexer_.expect("->");
    return parse_result_types(types);
  }
  do types.push_back(parse_type());
  while (lexer_.take(","));
  const auto check_operands = [&](auto type_of, size_t count) {
    for (size_t i = 0; i < count; i++) check_operand_type(draft, i, type_of(i));
    check_operand_count(draft, count);
  };
  const auto listed = [&](size_t i) -> const Type& { return types[i]; };
  const auto first = [&](size_t) -> const Type& { return types[0]; };
  // An op that passes its operands through has as many results; one that makes a value has one.
  if (style == TypeStyle::result) return;
  if (style == TypeStyle::arrow) {
    check_operands(listed, types.size());
    types.clear();
    lexer_.expect("->");
    parse_result_types(types);
  } else if (style == TypeStyle::first) {
    check_operands(first, draft.operands.size());
    types.clear();
  } else if (style == TypeStyle::operands) {
    check_operands(listed, types.size());
    types.clear();
  } else if (style == TypeStyle::select) {
    if (types.size() != 2) lexer_.error("expected the types of the predicate and of the result");
    check_operands([&](size_t i) -> const Type& { return types[i ? 1 : 0]; }, 3);
    types.erase(types.begin());
  } else if (style == TypeStyle::complex) {
    const bool complex = is_complex(types[0].element);
    const Type part = complex ? types[0].with(real_type(types[0].element)) : types[0];
    check_operands([&](size_t) -> const Type& { return part; }, 2);
  } else {
    check_operands(first, draft.operands.size());
  }
}

}  // namespace tutti::ir
