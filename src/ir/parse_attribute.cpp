// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "base/checked.h"
#include "base/text.h"
#include "ir/attribute_rules.h"
#include "ir/dense_text.h"
#include "ir/literal.h"
#include "ir/parser.h"
#include "ir/small_float.h"
#include "ir/type_text.h"

namespace tutti::ir {
namespace {

constexpr size_t kMostAttributes = 4096;  // they are searched one by one
constexpr size_t kDeepest = 100;
constexpr size_t kMostOfAliases = 1'000'000;  // each alias may double what the one before holds

/// How deeply lists, dictionaries and records are nested, and how many attributes there are.
struct Extent {
  size_t depth = 1, count = 1;
  void add(const Attribute& inner);
};

Extent extent_of(const Attribute& attribute) {
  Extent extent;
  const auto add_fields = [&](const Attributes& fields) {
    for (const auto& [name, value] : fields.entries()) extent.add(value);
  };
  if (const auto* list = attribute.get<ListAttribute>())
    for (const Attribute& value : list->values) extent.add(value);
  if (const auto* dictionary = attribute.get<DictionaryAttribute>()) add_fields(dictionary->fields);
  if (const auto* record = attribute.get<RecordAttribute>()) add_fields(record->fields);
  return extent;
}

void Extent::add(const Attribute& inner) {
  const Extent extent = extent_of(inner);
  depth = std::max(depth, extent.depth + 1);
  count += extent.count;
}

}  // namespace

bool Parser::at_type() const {
  return lexer_.peek().kind == Token::Kind::bang_word || lexer_.is("tensor") ||
         lexer_.is("tuple") || lexer_.is("memref");
}

const Type& Parser::parse_type() {
  const Token token = lexer_.peek();
  if (!at_type())
    lexer_.error_at(token.offset,
                    fmt::format("expected a type, found '{}'", escaped(token.text, 60)));
  // Programs use few types, many times.
  const std::string_view text = lexer_.raw_with_angles();
  if (const auto known = types_.find(text); known != types_.end()) return known->second;
  std::string problem;
  auto type = type_from_text(text, problem);
  if (!type) lexer_.error_at(token.offset, problem);
  return types_.emplace(text, std::move(*type)).first->second;
}

std::vector<Type> Parser::parse_type_list() {
  std::vector<Type> types;
  lexer_.expect("(");
  while (!lexer_.take(")")) {
    if (!types.empty()) lexer_.expect(",");
    types.push_back(parse_type());
  }
  return types;
}

void Parser::parse_result_types(std::vector<Type>& results) {
  if (lexer_.is("("))
    results = parse_type_list();
  else
    results.push_back(parse_type());
}

int64_t Parser::int_of(const Token& token, ElementType type) const {
  std::string_view text = token.text;
  if (text.starts_with("+")) text.remove_prefix(1);
  const auto value = integer_literal(text, type);
  if (token.kind != Token::Kind::integer || !value)
    lexer_.error_at(token.offset, fmt::format("expected an integer of {} bits, found '{}'",
                                              bit_width(type), escaped(token.text, 60)));
  return *value;
}

double Parser::float_of(const Token& token, ElementType type) const {
  std::string_view text = token.text;
  if (text.starts_with("+")) text.remove_prefix(1);
  const auto bits = float_literal(text, type);
  if (!bits)
    lexer_.error_at(token.offset, fmt::format("expected a number of type {}, found '{}'",
                                              name_of(type), escaped(token.text, 60)));
  return float_from_bits(*bits, type);
}

int64_t Parser::parse_int() {
  return int_of(lexer_.next());
}

std::vector<int64_t> Parser::parse_int_list() {
  std::vector<int64_t> values;
  lexer_.expect("[");
  while (!lexer_.take("]")) {
    if (!values.empty()) lexer_.expect(",");
    values.push_back(parse_int());
  }
  return values;
}

Attribute Parser::parse_number_attribute() {
  const Token token = lexer_.next();
  ElementType type = token.kind == Token::Kind::integer ? ElementType::i64 : ElementType::f64;
  if (lexer_.take(":")) type = parse_element_type();
  return number_attribute(token, type);
}

/// 0.5 or 0.5 : f64. A colon may also begin the operation's types: 0.5 : tensor<2xf64>.
Attribute Parser::parse_float_attribute() {
  const Token token = lexer_.next();
  ElementType type = ElementType::f64;
  const Token colon = lexer_.peek();
  if (lexer_.take(":")) {
    if (at_type() || lexer_.is("("))
      lexer_.jump(colon.offset);
    else
      type = parse_element_type();
  }
  return number_attribute(token, type);
}

ElementType Parser::parse_element_type() {
  const Token name = lexer_.next();
  const auto found = element_type_of(name.text);
  if (!found) lexer_.error_at(name.offset, "expected an integer or float type");
  return *found;
}

Attribute Parser::number_attribute(const Token& token, ElementType type) const {
  if (type == ElementType::i1) return int_of(token, type) != 0;  // 1 : i1 is true
  if (is_float(type)) return float_attribute(float_of(token, type), type);
  return int_attribute(int_of(token, type), type);
}

Attribute Parser::parse_array_attribute() {
  lexer_.expect("<");
  const Token name = lexer_.next();
  const auto element = element_type_of(name.text);
  if (!element || is_float(*element))
    lexer_.error_at(name.offset, "expected an array of integers: array<i64: ...>");
  IntArrayAttribute array{{}, *element};
  if (lexer_.take(":")) {
    do {
      if (lexer_.is("true") || lexer_.is("false"))
        array.values.push_back(lexer_.next().text == "true");
      else
        array.values.push_back(int_of(lexer_.next(), *element));
    } while (lexer_.take(","));
  }
  lexer_.expect(">");
  return array;
}

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

void Parser::parse_alias() {
  const Token token = lexer_.next();
  lexer_.expect("=");
  if (token.kind == Token::Kind::bang_word) {
    const std::string_view text(token.text.data() - 1, token.text.size() + 1);
    Type type = parse_type();
    types_.insert_or_assign(text, std::move(type));
  } else if (lexer_.is("loc")) {
    if (location_aliases_.insert_or_assign(token.text, parse_location_text()).second)
      location_order_.push_back(token.text);
  } else {
    Attribute value = parse_attribute();
    const Extent extent = extent_of(value);
    aliases_[token.text] = {std::move(value), extent.depth, extent.count};
  }
}

}  // namespace tutti::ir
