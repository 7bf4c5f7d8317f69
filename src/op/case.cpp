// SPDX-License-Identifier: Apache-2.0
#include "op/catalogue.h"
#include "op/rules/common.h"
#include "op/rules/regions.h"

namespace tutti::op {

OpDef case_() {
  return {
      .name = "stablehlo.case",
      .infer = [](const Operation& op) -> std::vector<Type> {
        expect_operands(op, 1);
        constraint(op, op.operand_type(0) == Type::scalar(ElementType::i32), "case_i1",
                   "the index is a {}, expected tensor<i32>", op.operand_type(0).str());
        constraint(op, !op.regions.empty(), "case_c1",
                   "there are no branches, expected at least one");
        expect_regions(op, op.regions.size(), "case_c3");
        return expect_branches(op, "case_c2", "case_c3");
      },
      .result_constraints = {.element = 4, .shape = 4, .count = 4},
      .evaluate = [](const Operation& op, Operands in,
                     Evaluation& evaluation) -> std::vector<Array> {
        const auto branches = static_cast<int64_t>(op.regions.size());
        const int64_t index = in[0]->i(0);
        const bool named = index >= 0 && index < branches;
        return evaluation.run_region(*op.regions[static_cast<size_t>(named ? index : branches - 1)],
                                     {});
      },
      .no_derivative =
          "its branches use values from outside; pass/differentiate.h differentiates them",
      .takes_scales_along_axis = true,
      .keeps_scales = true,
      .is_control_flow = true,
  };
}

}  // namespace tutti::op
