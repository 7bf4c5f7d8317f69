// SPDX-License-Identifier: Apache-2.0
// What an op says of its attributes, in its assembly and in OpDef::attributes, and the check that
// holds operations to it. One rule is
//   name:kind, name?:kind where it may be absent, name:kind:i2 with the label of a violation.
// The kinds:
//   int "3 : i64" · int32 "3 : i32" · ints "array<i64: 0, 1>" · ints32, bools likewise ·
//   groups "dense<[[0, 1]]> : tensor<1x2xi64>" or by mesh axes · bool "true" · unit, there or not ·
//   number "0.5 : f32", of any float type · float32, of that type · string, target "\"f\"" ·
//   symbol "@f" · list "[...]" · symbols, a list of symbols · dictionary "{...}" · dense
//   "dense<..>" enum.KIND "#stablehlo<KIND LT>" · enums.KIND, a list of them · record.NAME
//   "#NAME<field = ..>" · opaque.NAME "#NAME<...>" · accuracy, the record
//   stablehlo.result_accuracy.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "ir/module.h"

namespace tutti::ir {

struct AttributeRule {
  std::string name, kind;
  std::string label = {};  // "i2"; empty for a violation without a label
  bool optional = false;
};

/// Reads a list of rules; throws InternalError where it is malformed.
std::vector<AttributeRule> read_attribute_rules(std::string_view text);
/// All that an op declares.
std::vector<AttributeRule> attribute_rules(const OpDef& def);
/// Throws a UserError at the operation where an attribute is missing, or not what its rule says.
void check_attributes(const Operation& op, const std::vector<AttributeRule>& rules);

/// The fields that #NAME<...> may have; none for a name that is no record.
std::span<const std::string_view> record_fields(std::string_view name);

}  // namespace tutti::ir
