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

}  // namespace tutti::ir
