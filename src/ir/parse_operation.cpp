// SPDX-License-Identifier: Apache-2.0
#include <charconv>

#include "base/text.h"
#include "ir/parser.h"

namespace tutti::ir {
namespace {

constexpr int64_t kLongestList = 4096;  // splats may claim any length

/// Lists were spelled dense<[0, 1]> : tensor<2xi64> until 2024; now array<i64: 0, 1>.
std::optional<Attribute> list_of_dense(std::string_view name, const Attribute& attribute) {
  const auto* tensor = attribute.get<Tensor>();
  if (!tensor || name == "value" || tensor->type().rank() != 1) return std::nullopt;
  const ElementType element = tensor->type().element;
  const bool fits = element == ElementType::i64 || element == ElementType::i1;
  if (!fits || tensor->type().count() > kLongestList) return std::nullopt;
  IntArrayAttribute list{{}, element};
  for (int64_t i = 0; i < tensor->type().count(); i++) list.values.push_back(tensor->int_at(i));
  return list;
}

}  // namespace

void Parser::define(std::string_view name, Value value, size_t count) {
  if (!names_.insert({name, value, count}))
    lexer_.error(fmt::format("%{} is defined twice", escaped(name)));
}

Value Parser::parse_operand() {
  const Token token = lexer_.next();
  if (token.kind != Token::Kind::value)
    lexer_.error_at(token.offset,
                    fmt::format("expected a value like %0, found '{}'", escaped(token.text, 60)));
  const size_t hash = token.text.find('#');  // %0#1 is the second result of %0
  const auto* found = names_.find(token.text.substr(0, hash));
  size_t index = 0;
  if (hash != token.text.npos) {
    const char* const end = token.text.data() + token.text.size();
    const auto [stop, failure] = std::from_chars(token.text.data() + hash + 1, end, index);
    if (failure != std::errc() || stop != end) found = nullptr;
  }
  if (!found || index >= found->count)
    lexer_.error_at(token.offset, fmt::format("%{} is not defined here", escaped(token.text)));
  return found->at(index);
}

size_t Parser::parse_operands(Draft& draft) {
  const size_t before = draft.operands.size();
  lexer_.expect("(");
  while (!lexer_.take(")")) {
    if (draft.operands.size() > before) lexer_.expect(",");
    draft.operands.push_back(parse_operand());
  }
  return draft.operands.size() - before;
}

const OpDef& Parser::op_named(const Token& token) {
  const OpDef* def = catalogue_.find(token.text);
  if (!def)
    lexer_.error_at(token.offset,
                    fmt::format("there is no operation '{}'", escaped(token.text, 80)));
  return *def;
}

Parser::Draft& Parser::empty_draft() {
  if (drafts_.size() <= depth_) drafts_.resize(depth_ + 1);
  Draft& draft = drafts_[depth_];
  draft.names.clear();
  draft.operands.clear();
  draft.attributes = {};
  draft.results.clear();
  draft.regions.clear();
  return draft;
}

void Parser::parse_result_names(Draft& draft) {
  while (lexer_.peek().kind == Token::Kind::value) {
    const Token name = lexer_.next();
    int64_t count = 1;
    if (lexer_.take(":")) count = parse_int();
    if (count < 1 || name.text.find('#') != name.text.npos)
      lexer_.error_at(name.offset, "expected the name of one or more results, like %0 or %0:2");
    draft.names.emplace_back(name.text, static_cast<size_t>(count));
    if (!lexer_.take(",")) break;
  }
  if (!draft.names.empty()) lexer_.expect("=");
}

void Parser::parse_operation(Block& block) {
  Draft& draft = empty_draft();
  parse_result_names(draft);
  draft.location = lexer_.location();
  const Token token = lexer_.next();
  if (token.kind != Token::Kind::word && token.kind != Token::Kind::string)
    lexer_.error_at(token.offset,
                    fmt::format("expected an operation, found '{}'", escaped(token.text, 60)));
  draft.def = &op_named(token);
  draft.is_foreign = token.text == draft.def->foreign_name;
  if (token.kind == Token::Kind::string)
    parse_generic(draft);
  else
    parse_pretty(draft);
  parse_optional_location(draft.location);

  for (const auto& [name, value] : draft.attributes.entries())
    if (auto list = list_of_dense(name, value)) draft.attributes.set(name, std::move(*list));
  auto op = std::make_unique<Operation>(*draft.def, draft.operands, std::move(draft.attributes));
  op->location = std::move(draft.location);
  for (auto& region : draft.regions) {
    region->parent = op.get();
    op->regions.push_back(std::move(region));
  }
  op->set_result_types(draft.results);

  size_t next = 0;
  for (const auto& [name, count] : draft.names) {
    if (count > op->result_count() - next)
      operation_error(*op, fmt::format("{} results, but names for more", op->result_count()));
    define(name, op->result(next), count);
    next += count;
  }
  if (!draft.names.empty() && next != op->result_count())
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
    const std::string_view name = lexer_.next().text;
    lexer_.expect(":");
    const Value argument = block.add_argument(parse_type());
    define(name, argument);
    argument->location = parse_argument_location();
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
  parse_operands(draft);
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
  parse_operand_types(draft);
  lexer_.expect("->");
  parse_result_types(draft.results);
}

void Parser::parse_more_attributes(Draft& draft) {
  if (!lexer_.is("{")) return;
  Attributes more = parse_dictionary();
  if (draft.attributes.empty()) {
    draft.attributes = std::move(more);
    return;
  }
  for (const auto& [name, value] : more.entries()) draft.attributes.set(name, value);
}

void Parser::parse_operand_types(const Draft& draft) {
  size_t count = 0;
  lexer_.expect("(");
  for (; !lexer_.take(")"); count++) {
    if (count) lexer_.expect(",");
    check_operand_type(draft, count, parse_type());
  }
  check_operand_count(draft, count);
}

void Parser::check_operand_type(const Draft& draft, size_t index, const Type& type) const {
  if (index >= draft.operands.size()) return;  // check_operand_count() says so
  const Type& found = draft.operands[index]->type;
  if (type != found)
    lexer_.error(fmt::format("operand {} is a {}, but its type is given as {}", index, found.str(),
                             type.str()));
}

void Parser::check_operand_count(const Draft& draft, size_t count) const {
  if (count != draft.operands.size())
    lexer_.error(fmt::format("{} operands, but {} operand types", draft.operands.size(), count));
}

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
  if (assembly.style == TypeStyle::none) return;
  parse_more_attributes(draft);
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
