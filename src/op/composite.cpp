// SPDX-License-Identifier: Apache-2.0
#include "op/catalogue.h"
#include "op/rules/common.h"

namespace tutti::op {
namespace {

bool is_name_start(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

/// "namespace.name": letters, digits and underscores, in the parts after the first dot also `$`.
bool is_namespaced(std::string_view name) {
  bool dot = false;
  if (name.empty() || !is_name_start(name[0]) || name.back() == '.') return false;
  for (size_t i = 1; i < name.size(); i++) {
    const char c = name[i];
    const bool plain = is_name_start(c) || (c >= '0' && c <= '9') || c == '_' || (dot && c == '$');
    if (c == '.' && name[i - 1] != '.')
      dot = true;
    else if (!plain)
      return false;
  }
  return dot;
}

}  // namespace

OpDef composite() {
  return {
      .name = "stablehlo.composite",
      .assembly = "{name:string} $* : functional",
      .attributes = "decomposition:symbol:c2, composite_attributes?:dictionary, version?:int32",
      // The verifier holds the types against the decomposition's, which an operation cannot see.
      .infer = [](const Operation& op) -> std::vector<Type> {
        const std::string name = op.string_attribute("name");
        constraint(op, is_namespaced(name), "composite_c1",
                   "name is not as expected, like \"namespace.name\"");
        return op.result_types();
      },
      .evaluate = [](const Operation& op, Operands in,
                     Evaluation& evaluation) -> std::vector<Array> {
        std::vector<Array> arguments;
        for (const Array* operand : in) arguments.push_back(*operand);
        return evaluation.call(op.attribute("decomposition").get<ir::SymbolAttribute>()->name,
                               std::move(arguments));
      },
      .no_derivative = "composites are replaced by their decompositions before differentiation",
      .takes_scales_along_axis = true,
  };
}

}  // namespace tutti::op
