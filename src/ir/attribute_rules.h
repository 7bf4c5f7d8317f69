// SPDX-License-Identifier: Apache-2.0
// The rules for an op's attributes, which are part of its assembly and of OpDef::attributes, and
// the check of operations by them. A rule is
//   name:kind, name?:kind for an optional attribute, name:kind:i2 with the label of a violation.
// The kinds:
//   int "3 : i64" · int32 "3 : i32" · ints "array<i64: 0, 1>" · ints32, bools likewise ·
//   groups "dense<[[0, 1]]> : tensor<1x2xi64>" or by mesh axes · bool "true" ·
//   unit, present or absent · number "0.5 : f32", of any float type · float32, of that type ·
//   string, target "\"f\"" · symbol "@f" · list "[...]" · symbols, a list of symbols ·
//   dictionary "{...}" · dense "dense<..>" · enum.KIND "#stablehlo<KIND LT>" ·
//   enums.KIND, a list of them · record.NAME "#NAME<field = ..>" · opaque.NAME "#NAME<...>" ·
//   accuracy, the record stablehlo.result_accuracy.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "ir/module.h"

namespace tutti::ir {

struct AttributeRule {
  std::string name, kind;
  std::string label = {};  // "i2"; empty if a violation has no label
  bool optional = false;
};

/// Reads a list of rules. A malformed one is an InternalError.
std::vector<AttributeRule> read_attribute_rules(std::string_view text);
/// All rules of an op: those in its assembly and those in OpDef::attributes.
std::vector<AttributeRule> attribute_rules(const OpDef& def);
/// Throws a UserError at the operation if an attribute is missing or is not what its rule says.
void check_attributes(const Operation& op, const std::vector<AttributeRule>& rules);

}  // namespace tutti::ir
