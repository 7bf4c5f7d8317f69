// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "base/checked.h"
#include "base/text.h"
#include "ir/attribute_kinds.h"
#include "ir/dense_text.h"
#include "ir/parser.h"

namespace tutti::ir {
namespace {

constexpr size_t kMostAttributes = 4096;  // they are searched one by one
constexpr size_t kDeepest = 100;
constexpr size_t kMostOfAliases = 1'000'000;  // each alias may double what the one before holds

}  // namespace

Attribute Parser::parse_dense() {
  const size_t offset = lexer_.peek().offset;
  lexer_.expect("<");
  const std::string_view payload = lexer_.raw_until_closing('<', '>');
  lexer_.expect(":");
  const Type type = parse_type();
  std::string problem;
  if (auto tensor = tensor_from_text(payload, type, problem)) return *tensor;
  lexer_.error_at(offset, problem);
}

RecordAttribute Parser::parse_record(std::string_view name) {
  RecordAttribute record{std::string(name), {}};
  const auto known = record_fields(name);
  while (!lexer_.take(">")) {
    if (!record.fields.empty() && !lexer_.take(",")) lexer_.error("expected ',' or '>'");
    if (lexer_.take(">")) break;  // a trailing comma
    const Token token = lexer_.next();
    if (std::find(known.begin(), known.end(), token.text) == known.end())
      lexer_.error_at(token.offset, fmt::format("#{} has no field '{}', expected {}", name,
                                                escaped(token.text, 60), fmt::join(known, ", ")));
    if (record.fields.find(token.text))
      lexer_.error_at(token.offset, fmt::format("field {} is given twice", token.text));
    lexer_.expect("=");
    record.fields.set(token.text,
                      lexer_.is("[") ? ints_attribute(parse_int_list()) : parse_attribute());
  }
  return record;
}

Attribute Parser::parse_hash_attribute() {
  const Token token = lexer_.next();
  if (const auto alias = aliases_.find(token.text); alias != aliases_.end() && !lexer_.is("<"))
    return value_of(alias->second);
  const std::string name(token.text);
  if (!lexer_.take("<")) return OpaqueAttribute{"#" + name};
  if (name == "stablehlo" || name == "chlo") {
    const std::string kind(lexer_.next().text);
    const std::string value(lexer_.next().text);
    lexer_.expect(">");
    return enum_attribute(kind, value);
  }
  if (name == "stablehlo.conv") {
    if (lexer_.take("raw")) return parse_record(name);
    Attribute numbers = parse_convolution_numbers();
    lexer_.expect(">");
    return numbers;
  }
  // Records are name = value lists; the text of other dialects is kept as it is.
  if (!record_fields(name).empty()) return parse_record(name);
  return OpaqueAttribute{"#" + name + "<" + std::string(lexer_.raw_until_closing('<', '>')) + ">"};
}

const Attribute& Parser::value_of(const Alias& alias) {
  if (depth_ - 1 + alias.depth > kDeepest)
    lexer_.error(fmt::format("attributes are nested deeper than {}", kDeepest));
  attributes_of_aliases_ += alias.count;
  if (attributes_of_aliases_ > kMostOfAliases)
    lexer_.error(fmt::format("aliases come to more than {} attributes in all", kMostOfAliases));
  return alias.value;
}

Attribute Parser::parse_attribute() {
  if (++depth_ > kDeepest)
    lexer_.error(fmt::format("attributes are nested deeper than {}", kDeepest));
  struct Leave {
    size_t& depth;
    ~Leave() { depth--; }
  } leave{depth_};
  const Token token = lexer_.peek();
  switch (token.kind) {
    case Token::Kind::integer:
    case Token::Kind::number:
      return parse_number_attribute();
    case Token::Kind::string:
      return string_attribute(lexer_.unescape(lexer_.next()));
    case Token::Kind::symbol:
      return SymbolAttribute{lexer_.unescape(lexer_.next())};
    case Token::Kind::hash_word:
      return parse_hash_attribute();
    default:
      break;
  }
  if (lexer_.take("true")) return true;
  if (lexer_.take("false")) return false;
  if (lexer_.take("unit")) return Unit{};
  if (lexer_.take("array")) return parse_array_attribute();
  if (lexer_.take("dense")) return parse_dense();
  if (lexer_.is("dense_resource")) return parse_resource();
  if (lexer_.is("{")) return DictionaryAttribute{parse_dictionary()};
  if (at_type()) return parse_type();
  if (lexer_.take("[")) {
    ListAttribute list;
    while (!lexer_.take("]")) {
      if (!list.values.empty()) lexer_.expect(",");
      list.values.push_back(parse_attribute());
    }
    return list;
  }
  if (const auto element = element_type_of(token.text);
      element && token.kind == Token::Kind::word) {
    lexer_.next();
    return *element;
  }
  lexer_.error("expected an attribute");
}

Attributes Parser::parse_dictionary() {
  Attributes fields;
  lexer_.expect("{");
  while (!lexer_.take("}")) {
    if (!fields.empty()) lexer_.expect(",");
    const Token token = lexer_.next();
    if (token.kind != Token::Kind::word && token.kind != Token::Kind::string)
      lexer_.error_at(token.offset, "expected the name of an attribute");
    if (fields.entries().size() == kMostAttributes)
      lexer_.error_at(token.offset, fmt::format("more than {} attributes", kMostAttributes));
    const std::string unescaped = token.kind == Token::Kind::string ? lexer_.unescape(token) : "";
    const std::string_view name = token.kind == Token::Kind::string ? unescaped : token.text;
    if (fields.find(name)) lexer_.error_at(token.offset, "an attribute is given twice");
    fields.set(name, lexer_.take("=") ? parse_attribute() : Attribute(Unit{}));
  }
  return fields;
}

}  // namespace tutti::ir
