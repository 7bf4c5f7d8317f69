// SPDX-License-Identifier: Apache-2.0
#include "op/catalogue.h"
#include "op/rules/checks.h"

namespace tutti::op {

OpDef check_expect_eq() {
  return {
      .name = "check.expect_eq",
      .assembly = "$0, $1 : first",
      .infer = infer_check,
      .evaluate = [](const Operation& op, Operands in, Evaluation&) -> std::vector<Array> {
        hold_elements(op, *in[0], *in[1], is_equal);
        return {};
      },
      .no_derivative = "it makes no value",
      .has_side_effect = true,
  };
}

}  // namespace tutti::op
