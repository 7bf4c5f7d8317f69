// SPDX-License-Identifier: Apache-2.0
#include "ir/process.h"
#include "op/catalogue.h"
#include "op/rules/common.h"

namespace tutti::op {

OpDef interpreter_probe() {
  return {
      .name = "interpreter.probe",
      .assembly = "$0, probe_id = {probe_id:string} : same",
      .infer = [](const Operation& op) -> std::vector<Type> {
        expect_operands(op, 1);
        static_cast<void>(op.string_attribute("probe_id"));
        return {op.operand_type(0)};
      },
      .evaluate = [](const Operation& op, Operands in,
                     Evaluation& evaluation) -> std::vector<Array> {
        evaluation.process().keep(op.string_attribute("probe_id"), *in[0]);
        return {*in[0]};
      },
      // y = x
      .vjp = [](Vjp& v) { v.operand_gradients = {v.gradient()}; },
      .has_side_effect = true,
  };
}

}  // namespace tutti::op
