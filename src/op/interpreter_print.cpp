// SPDX-License-Identifier: Apache-2.0
#include "ir/print.h"
#include "ir/process.h"
#include "op/catalogue.h"
#include "op/rules/common.h"

namespace tutti::op {

OpDef interpreter_print() {
  return {
      .name = "interpreter.print",
      .assembly = "$0 : first",
      .infer = [](const Operation& op) -> std::vector<Type> {
        expect_operands(op, 1);
        return {};
      },
      .evaluate = [](const Operation&, Operands in, Evaluation& evaluation) -> std::vector<Array> {
        evaluation.process().show(ir::print(ir::Attribute(in[0]->tensor())));
        return {};
      },
      .no_derivative = "it makes no value",
      .has_side_effect = true,
  };
}

}  // namespace tutti::op
