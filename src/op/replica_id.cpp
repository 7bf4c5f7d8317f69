// SPDX-License-Identifier: Apache-2.0
#include "ir/process.h"
#include "op/catalogue.h"
#include "op/rules/common.h"

namespace tutti::op {

OpDef replica_id() {
  return {
      .name = "stablehlo.replica_id",
      .assembly = " : result",
      .infer = [](const Operation& op) -> std::vector<Type> {
        expect_operands(op, 0);
        return {Type::scalar(ElementType::ui32)};
      },
      .result_constraints = {.element = 0, .shape = 0, .count = 0},
      .evaluate = [](const Operation& op, Operands, Evaluation& evaluation) -> std::vector<Array> {
        Array out(op.result_type());
        out.i(0) = evaluation.process().replica();
        return {std::move(out)};
      },
      .no_derivative = kNotDifferentiable,
  };
}

}  // namespace tutti::op
