// SPDX-License-Identifier: Apache-2.0
#include "op/catalogue.h"
#include "op/rules/common.h"

namespace tutti::op {

OpDef after_all() {
  return {
      .name = "stablehlo.after_all",
      .assembly = "$* : result",
      .infer = [](const Operation& op) -> std::vector<Type> {
        for (size_t i = 0; i < op.operand_count(); i++)
          constraint(op, op.operand_type(i) == Type::token(), "after_all_i1",
                     "operand {} is a {}, expected a token", i, op.operand_type(i).str());
        return {Type::token()};
      },
      .result_constraints = {.element = 0, .shape = 0, .count = 0},
      .evaluate = [](const Operation& op, Operands, Evaluation&) -> std::vector<Array> {
        return {Array(op.result_type())};
      },
      .no_derivative = "a token carries no number",
  };
}

}  // namespace tutti::op
