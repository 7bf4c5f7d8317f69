// SPDX-License-Identifier: Apache-2.0
#include "op/catalogue.h"
#include "op/emit.h"
#include "op/rules/batch_norm.h"

namespace tutti::op {

OpDef batch_norm_training() {
  OpDef def = derived(
      "stablehlo.batch_norm_training", "",
      [](const Operation& op) -> std::vector<Type> {
        expect_operands(op, 3);
        expect_features(op, 2, "batch_norm_training_c1", "batch_norm_training_c2",
                        {"batch_norm_training_c3", "batch_norm_training_c4"});
        const Type &x = op.operand_type(0), &statistics = op.operand_type(1);
        for (size_t i = 1; i < op.result_count(); i++)
          constraint(op, ir::compatible(op.result_type(i).shape, statistics.shape),
                     i == 1 ? "batch_norm_training_c5" : "batch_norm_training_c6",
                     "result {} is a {}, expected one element a feature", i,
                     op.result_type(i).str());
        return {x, statistics, statistics};
      },
      // mean = sum(x) / n, variance = sum((x - mean)^2) / n
      [](Builder& b, const Operation& op) -> std::vector<Value> {
        const Features features(b, op);
        const Value x = op.operand(0);
        const auto averaged = [&](Value sum) {
          return divide(b, sum, constant_like(b, sum, features.count()));
        };
        const Value mean = averaged(features.sum(x));
        const Value centred = subtract(b, x, features.spread(mean));
        const Value variance = averaged(features.sum(multiply(b, centred, centred)));
        return {normalized(features, x, op.operand(1), op.operand(2), mean, variance), mean,
                variance};
      });
  def.attributes = "epsilon:float32:i4, feature_index:int";
  def.result_constraints = {.element = 2, .shape = 7, .count = 7};
  return def;
}

}  // namespace tutti::op
