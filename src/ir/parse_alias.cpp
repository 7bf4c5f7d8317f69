// SPDX-License-Identifier: Apache-2.0
// Aliases of types and attributes, which stand for what follows them.
#include <algorithm>

#include "ir/parser.h"

namespace tutti::ir {
namespace {

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
