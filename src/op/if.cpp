// SPDX-License-Identifier: Apache-2.0
#include "op/catalogue.h"
#include "op/rules/common.h"
#include "op/rules/regions.h"

namespace tutti::op {

OpDef if_() {
  return {
      .name = "stablehlo.if",
      .infer = [](const Operation& op) -> std::vector<Type> {
        expect_operands(op, 1);
        constraint(op, op.operand_type(0) == Type::scalar(ElementType::i1), "if_i1",
                   "the predicate is a {}, expected tensor<i1>", op.operand_type(0).str());
        expect_regions(op, 2, "if_c1");
        return expect_branches(op, "if_c1", "if_c2");
      },
      .result_constraints = {.element = 3, .shape = 3, .count = 3},
      .evaluate = [](const Operation& op, Operands in,
                     Evaluation& evaluation) -> std::vector<Array> {
        return with_declared_sizes(op, evaluation.run_region(*op.regions[in[0]->i(0) ? 0 : 1], {}));
      },
      .no_derivative =
          "its branches use values from outside; pass/differentiate.h differentiates them",
      .takes_scales_along_axis = true,
      .keeps_scales = true,
      .is_control_flow = true,
  };
}

}  // namespace tutti::op
