// SPDX-License-Identifier: Apache-2.0
#include "op/catalogue.h"
#include "op/channel.h"

namespace tutti::op {

OpDef infeed() {
  return {
      .name = "stablehlo.infeed",
      .attributes = "infeed_config?:string, layout?:list",
      .infer = [](const Operation& op) -> std::vector<Type> {
        expect_operands(op, 1);
        expect_token(op, "infeed_i1");
        constraint(op, op.result_count() > 0, "infeed_c1",
                   "there are no results, expected a token");
        for (size_t i = 0; i + 1 < op.result_count(); i++)
          constraint(op, op.result_type(i).is_tensor(), "infeed_c2",
                     "result {} is no tensor, expected tensors before the token", i);
        return expect_values_and_token(op, "infeed_c2", "infeed_c3");
      },
      .evaluate = [](const Operation& op, Operands, Evaluation& evaluation) -> std::vector<Array> {
        std::vector<Array> results = evaluation.process().infeed(op);
        results.emplace_back(Type::token());
        expect_received(op, results);
        return results;
      },
      .no_derivative = "its values come from outside the program",
      .has_side_effect = true,
      .takes_scales_along_axis = true,
  };
}

}  // namespace tutti::op
