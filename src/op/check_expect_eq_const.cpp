// SPDX-License-Identifier: Apache-2.0
#include "op/catalogue.h"
#include "op/rules/checks.h"

namespace tutti::op {

OpDef check_expect_eq_const() {
  return {
      .name = "check.expect_eq_const",
      .assembly = "$0, @dense : none",
      .infer = infer_check_against_constant,
      .evaluate = [](const Operation& op, Operands in, Evaluation&) -> std::vector<Array> {
        hold_elements(op, *in[0], expected_constant(op), is_equal);
        return {};
      },
      .no_derivative = "it makes no value",
      .has_side_effect = true,
  };
}

}  // namespace tutti::op
