// SPDX-License-Identifier: Apache-2.0
#include "base/text.h"
#include "ir/parser.h"

namespace tutti::ir {

void Parser::define(const std::string& name, Value value) {
  if (!names_.emplace(name, value).second)
    lexer_.error(fmt::format("%{} is defined twice", escaped(name)));
}

Value Parser::parse_operand() {
  const Token token = lexer_.next();
  if (token.kind != Token::Kind::value)
    lexer_.error_at(token.offset,
                    fmt::format("expected a value like %0, found '{}'", escaped(token.text, 60)));
  const auto found = names_.find(std::string(token.text));
  if (found == names_.end())
    lexer_.error_at(token.offset, fmt::format("%{} is not defined here", escaped(token.text)));
  return found->second;
}

const OpDef& Parser::op_named(const Token& token) {
  const OpDef* def = catalogue_.find(token.text);
  if (!def)
    lexer_.error_at(token.offset,
                    fmt::format("there is no operation '{}'", escaped(token.text, 80)));
  return *def;
}

Parser::Names Parser::parse_result_names() {
  Names names;
  while (lexer_.peek().kind == Token::Kind::value) {
    const std::string name(lexer_.next().text);
    size_t count = 1;
    if (lexer_.take(":")) count = static_cast<size_t>(parse_int());
    names.emplace_back(name, count);
    if (!lexer_.take(",")) break;
  }
  if (!names.empty()) lexer_.expect("=");
  return names;
}

void Parser::parse_operation(Block& block) {
  const Names names = parse_result_names();
  Draft draft;
  draft.location = lexer_.location();
  const Token token = lexer_.next();
  if (token.kind != Token::Kind::word && token.kind != Token::Kind::string)
    lexer_.error_at(token.offset,
                    fmt::format("expected an operation, found '{}'", escaped(token.text, 60)));
  draft.def = &op_named(token);
  if (token.kind == Token::Kind::string)
    parse_generic(draft);
  else
    parse_pretty(draft);
  if (auto name = parse_optional_location()) draft.location.name = name;

  auto op = std::make_unique<Operation>(*draft.def, std::move(draft.operands),
                                        std::move(draft.attributes));
  op->location = draft.location;
  for (auto& region : draft.regions) {
    region->parent = op.get();
    op->regions.push_back(std::move(region));
  }
  op->set_result_types(draft.results);
  const std::vector<Type> inferred = op->def().infer(*op);
  if (inferred != draft.results)
    operation_error(*op, fmt::format("the result types are {}, expected {}", str(draft.results),
                                     str(inferred)));

  size_t next = 0;
  for (const auto& [name, count] : names) {
    for (size_t k = 0; k < count; k++, next++) {
      if (next >= op->result_count()) break;
      define(count == 1 ? name : fmt::format("{}#{}", name, k), op->result(next));
      if (count == 1) names_.emplace(name + "#0", op->result(next));
    }
  }
  if (!names.empty() && next != op->result_count())
    operation_error(*op, fmt::format("{} results, but {} names", op->result_count(), next));
  block.operations.push_back(std::move(op));
}

void Parser::parse_block_body(Block& block) {
  if (++depth_ > 100) lexer_.error("regions are nested deeper than 100");
  while (!lexer_.is("}")) {
    if (lexer_.peek().kind == Token::Kind::end) lexer_.error("expected '}'");
    parse_operation(block);
  }
  depth_--;
}

void Parser::parse_block_arguments(Block& block) {
  lexer_.expect("(");
  while (!lexer_.take(")")) {
    if (!block.arguments.empty()) lexer_.expect(",");
    const std::string name(lexer_.next().text);
    lexer_.expect(":");
    define(name, block.add_argument(parse_type()));
    parse_optional_location();
  }
}

std::unique_ptr<Block> Parser::parse_region() {
  NameScope scope(*this);
  auto block = std::make_unique<Block>();
  lexer_.expect("{");
  if (lexer_.peek().kind == Token::Kind::block) {
    lexer_.next();
    if (lexer_.is("(")) parse_block_arguments(*block);
    lexer_.expect(":");
  }
  parse_block_body(*block);
  lexer_.expect("}");
  return block;
}

void Parser::parse_generic(Draft& draft) {
  lexer_.expect("(");
  while (!lexer_.take(")")) {
    if (!draft.operands.empty()) lexer_.expect(",");
    draft.operands.push_back(parse_operand());
  }
  if (lexer_.take("<")) {
    draft.attributes = parse_dictionary();
    lexer_.expect(">");
  }
  if (lexer_.take("(")) {
    do draft.regions.push_back(parse_region());
    while (lexer_.take(","));
    lexer_.expect(")");
  }
  parse_more_attributes(draft);
  lexer_.expect(":");
  check_operand_types(draft, parse_type_list());
  lexer_.expect("->");
  draft.results = parse_result_types();
}

void Parser::parse_more_attributes(Draft& draft) {
  if (!lexer_.is("{")) return;
  const Attributes more = parse_dictionary();
  for (const auto& [name, value] : more.entries()) draft.attributes.set(name, value);
}

void Parser::check_operand_types(const Draft& draft, const std::vector<Type>& types) {
  if (types.size() != draft.operands.size())
    lexer_.error(
        fmt::format("{} operands, but {} operand types", draft.operands.size(), types.size()));
  for (size_t i = 0; i < types.size(); i++)
    if (types[i] != draft.operands[i]->type)
      lexer_.error(fmt::format("operand {} is a {}, but its type is given as {}", i,
                               draft.operands[i]->type.str(), types[i].str()));
}

void Parser::parse_pretty(Draft& draft) {
  if (draft.def->assembly.empty())
    lexer_.error(
        fmt::format("{} has the generic form only: \"{}\"(...)", draft.def->name, draft.def->name));
  auto found = assemblies_.find(draft.def->name);
  if (found == assemblies_.end())
    found = assemblies_.emplace(draft.def->name, read_assembly(draft.def->assembly)).first;
  const Assembly& assembly = found->second;
  bool skip_optional = false;
  comma_taken_ = false;
  for (const AssemblyPiece& piece : assembly.pieces) {
    if (piece.optional && piece.kind == AssemblyPiece::Kind::literal && !skip_optional &&
        piece.text[0] == ',')
      skip_optional = !lexer_.is(",");
    if (!piece.optional || !skip_optional) parse_piece(draft, piece);
  }
  if (assembly.style == TypeStyle::none) return;
  parse_more_attributes(draft);
  parse_types(draft, assembly.style);
}

void Parser::parse_literal(std::string_view literal) {
  size_t at = comma_taken_ && literal.starts_with(",") ? 1 : 0;
  comma_taken_ = false;
  while (at < literal.size()) {
    size_t end = at + 1;
    if (literal[at] == ' ') {
      at++;
      continue;
    }
    const auto letter = [](char c) { return (c >= 'a' && c <= 'z') || c == '_'; };
    while (letter(literal[at]) && end < literal.size() && letter(literal[end])) end++;
    lexer_.expect(literal.substr(at, end - at));
    at = end;
  }
}

void Parser::parse_piece(Draft& draft, const AssemblyPiece& piece) {
  switch (piece.kind) {
    case AssemblyPiece::Kind::literal:
      return parse_literal(piece.text);
    case AssemblyPiece::Kind::operand:
      draft.operands.push_back(parse_operand());
      return;
    case AssemblyPiece::Kind::operands:
      comma_taken_ = true;
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
  else if (kind == "symbol")
    draft.attributes.set(piece.text, SymbolAttribute{lexer_.unescape(lexer_.next())});
  else if (kind == "bool")
    draft.attributes.set(piece.text, parse_attribute());
  else if (kind == "number")
    draft.attributes.set(piece.text, parse_number_attribute());
  else if (kind == "target" || kind == "string")
    draft.attributes.set(piece.text, string_attribute(lexer_.unescape(lexer_.next())));
  else if (kind.starts_with("enum."))
    draft.attributes.set(
        piece.text, enum_attribute(std::string(kind.substr(5)), std::string(lexer_.next().text)));
  else
    throw InternalError(fmt::format("unknown kind of attribute '{}'", kind));
}

void Parser::parse_types(Draft& draft, TypeStyle style) {
  if (style == TypeStyle::operands && draft.operands.empty()) return;
  lexer_.expect(":");
  if (style == TypeStyle::functional || (style == TypeStyle::same && lexer_.is("("))) {
    check_operand_types(draft, parse_type_list());
    lexer_.expect("->");
    draft.results = parse_result_types();
    return;
  }
  std::vector<Type> types;
  do types.push_back(parse_type());
  while (lexer_.take(","));
  if (style == TypeStyle::arrow) {
    check_operand_types(draft, types);
    lexer_.expect("->");
    draft.results = parse_result_types();
    return;
  }
  if (style == TypeStyle::first)
    return check_operand_types(draft, std::vector<Type>(draft.operands.size(), types[0]));
  if (style == TypeStyle::operands) return check_operand_types(draft, types);
  if (style == TypeStyle::result) {
    draft.results = types;
    // An op that passes its operands through has as many results; one that makes a value has one.
    return;
  }
  if (style == TypeStyle::select) {
    const bool short_form = types.size() == 2;
    if (!short_form) lexer_.error("expected the types of the predicate and of the result");
    check_operand_types(draft, {types[0], types[1], types[1]});
    draft.results = {types[1]};
    return;
  }
  check_operand_types(draft, std::vector<Type>(draft.operands.size(), types[0]));
  draft.results = {types[0]};
}

}  // namespace tutti::ir
