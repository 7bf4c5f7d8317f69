// SPDX-License-Identifier: Apache-2.0
#include "op/catalogue.h"
#include "op/rules/channel.h"

namespace tutti::op {

OpDef outfeed() {
  return {
      .name = "stablehlo.outfeed",
      .attributes = "outfeed_config?:string",
      .infer = [](const Operation& op) -> std::vector<Type> {
        expect_token(op, "outfeed_i2");
        return {Type::token()};
      },
      .result_constraints = {.element = 0, .shape = 0, .count = 0},
      // Nobody reads the outfeed of a simulated grid.
      .evaluate = [](const Operation& op, Operands, Evaluation&) -> std::vector<Array> {
        return {Array(op.result_type())};
      },
      .no_derivative = "its values leave the program",
      .has_side_effect = true,
      .takes_scales_along_axis = true,
  };
}

}  // namespace tutti::op
