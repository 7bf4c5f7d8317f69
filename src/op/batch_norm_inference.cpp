// SPDX-License-Identifier: Apache-2.0
#include "op/catalogue.h"
#include "op/rules/batch_norm.h"

namespace tutti::op {

OpDef batch_norm_inference() {
  OpDef def = derived(
      "stablehlo.batch_norm_inference", "",
      [](const Operation& op) -> std::vector<Type> {
        expect_operands(op, 5);
        expect_features(op, 4, "batch_norm_inference_c1", "batch_norm_inference_c2",
                        {"batch_norm_inference_c3", "batch_norm_inference_c4",
                         "batch_norm_inference_c5", "batch_norm_inference_c6"});
        return {op.operand_type(0)};
      },
      [](Builder& b, const Operation& op) -> std::vector<Value> {
        return {normalized(Features(b, op), op.operand(0), op.operand(1), op.operand(2),
                           op.operand(3), op.operand(4))};
      });
  def.attributes = "epsilon:float32:i6, feature_index:int";
  def.result_constraints = {.element = 2, .shape = 7, .count = 7};
  return def;
}

}  // namespace tutti::op
