// SPDX-License-Identifier: Apache-2.0
#include "op/catalogue.h"
#include "op/rules/checks.h"

namespace tutti::op {

OpDef check_expect_almost_eq() {
  return {
      .name = "check.expect_almost_eq",
      .assembly = "$0, $1[, tolerance = {tolerance:number}] : first",
      .infer = [](const Operation& op) -> std::vector<Type> {
        const std::vector<Type> results = infer_check(op);
        expect_elements(op, 0, Elements::floats_or_complex);
        return results;
      },
      .evaluate = [](const Operation& op, Operands in, Evaluation&) -> std::vector<Array> {
        hold_elements(op, *in[0], *in[1], almost_equal(tolerance_of(op)));
        return {};
      },
      .no_derivative = "it makes no value",
      .has_side_effect = true,
  };
}

}  // namespace tutti::op
