// SPDX-License-Identifier: Apache-2.0
#include "base/text.h"
#include "op/catalogue.h"
#include "op/identity.h"
#include "op/rules.h"

namespace tutti::op {
namespace {

std::vector<Array> evaluate(const Operation& op, Operands in, Evaluation& evaluation) {
  const std::string target = op.string_attribute("call_target_name");
  const ir::OpDef* check = target.starts_with("check.")
                               ? catalogue().find(target == "check.eq" ? "check.expect_eq" : target)
                               : nullptr;
  if (check) {
    static_cast<void>(check->infer(op));
    return check->evaluate(op, in, evaluation);
  }
  if (only_places(op)) return {*in[0]};
  ir::operation_error(
      op,
      fmt::format(
          "there is no meaning for the target '{}' here; export the program for the platform cpu "
          "without custom calls",
          escaped(target)));
}

}  // namespace

OpDef custom_call() {
  return {
      .name = "stablehlo.custom_call",
      .assembly = "{call_target_name:target}($*) : functional",
      .infer = [](const Operation& op) -> std::vector<Type> {
        constraint(op, !op.string_attribute("call_target_name").empty(), "custom_call_i2",
                   "call_target_name is empty");
        return op.result_types();
      },
      .evaluate = evaluate,
      .no_derivative = "what it computes is known to its target only",
      .has_side_effect = true,
  };
}

}  // namespace tutti::op
