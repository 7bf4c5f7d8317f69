// SPDX-License-Identifier: Apache-2.0
#include <cmath>

#include "op/catalogue.h"
#include "op/rules/common.h"

namespace tutti::op {

OpDef is_finite() {
  return {
      .name = "stablehlo.is_finite",
      .assembly = "$0 : functional",
      .infer = [](const Operation& op) -> std::vector<Type> {
        expect_operands(op, 1);
        expect_elements(op, 0, Elements::floats);
        return {op.operand_type(0).with(ElementType::i1)};
      },
      .result_constraints = {.element = 0},
      .evaluate = [](const Operation& op, Operands in, Evaluation&) -> std::vector<Array> {
        Array out(op.result_type());
        for (int64_t k = 0; k < out.count(); k++) out.i(k) = std::isfinite(in[0]->f(k));
        return {std::move(out)};
      },
      .no_derivative = kNotDifferentiable,
  };
}

}  // namespace tutti::op
