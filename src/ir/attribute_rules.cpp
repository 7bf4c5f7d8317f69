// SPDX-License-Identifier: Apache-2.0
#include "ir/attribute_rules.h"

#include <algorithm>

#include "base/text.h"
#include "ir/assembly.h"
#include "ir/attribute_kinds.h"
#include "ir/op_def.h"
#include "ir/print.h"

namespace tutti::ir {
namespace {

/// A word without the enumeration around it; all else as in the generic form.
std::string found_text(const Attribute& attribute) {
  const auto* word = attribute.get<EnumAttribute>();
  return escaped(word ? word->value : print(attribute), 60);
}

}  // namespace

std::vector<AttributeRule> read_attribute_rules(std::string_view text) {
  std::vector<AttributeRule> rules;
  while (!text.empty()) {
    const size_t end = std::min(text.find(", "), text.size());
    const std::string_view rule = text.substr(0, end);
    const size_t colon = rule.find(':');
    check(colon != rule.npos, "an attribute without a kind: '{}'", rule);
    const bool optional = rule[colon - 1] == '?';
    const size_t second = std::min(rule.find(':', colon + 1), rule.size());
    rules.push_back({std::string(rule.substr(0, colon - (optional ? 1 : 0))),
                     std::string(rule.substr(colon + 1, second - colon - 1)),
                     std::string(rule.substr(std::min(second + 1, rule.size()))), optional});
    text.remove_prefix(std::min(end + 2, text.size()));
  }
  return rules;
}

std::vector<AttributeRule> attribute_rules(const OpDef& def) {
  std::vector<AttributeRule> rules = read_attribute_rules(def.attributes);
  if (def.assembly.empty()) return rules;
  for (const AssemblyPiece& piece : read_assembly(def.assembly).pieces)
    if (piece.kind == AssemblyPiece::Kind::attribute)
      rules.push_back({piece.text, piece.attribute_kind, piece.label, piece.optional});
  return rules;
}

void check_attributes(const Operation& op, const std::vector<AttributeRule>& rules) {
  for (const AttributeRule& rule : rules) {
    const Attribute* found = op.attributes.find(rule.name);
    if (!found && rule.optional) continue;
    const std::string expected = misfit(found, rule.kind);
    if (expected.empty()) continue;
    const std::string_view name = op.name().substr(op.name().rfind('.') + 1);
    operation_error(
        op, fmt::format("attribute {} is {}, expected {}{}", rule.name,
                        found ? found_text(*found) : "missing", expected,
                        rule.label.empty() ? "" : fmt::format(" [{}_{}]", name, rule.label)));
  }
}

}  // namespace tutti::ir
