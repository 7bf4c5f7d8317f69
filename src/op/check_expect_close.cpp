// SPDX-License-Identifier: Apache-2.0
#include "op/catalogue.h"
#include "op/rules/checks.h"

namespace tutti::op {

OpDef check_expect_close() {
  return {
      .name = "check.expect_close",
      .assembly =
          "$0, $1[, max_ulp_difference = {max_ulp_difference:int}][, min_ulp_difference = "
          "{min_ulp_difference:int}] : operands",
      .infer = [](const Operation& op) -> std::vector<Type> {
        const std::vector<Type> results = infer_check(op);
        expect_elements(op, 0, Elements::floats_or_complex);
        constraint(op,
                   op.int_attribute("min_ulp_difference", 0) >= 0 &&
                       op.int_attribute("max_ulp_difference", 1) >= 0,
                   "expect_close_c2",
                   "a difference in units of the last place is negative, expected 0 or more");
        return results;
      },
      .evaluate = [](const Operation& op, Operands in, Evaluation&) -> std::vector<Array> {
        hold_elements(op, *in[0], *in[1],
                      within_ulps(in[0]->type, op.int_attribute("min_ulp_difference", 0),
                                  op.int_attribute("max_ulp_difference", 1)));
        return {};
      },
      .no_derivative = "it makes no value",
      .has_side_effect = true,
  };
}

}  // namespace tutti::op
