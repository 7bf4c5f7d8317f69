// SPDX-License-Identifier: Apache-2.0
#include "op/catalogue.h"
#include "op/convolution.h"
#include "op/rules/dynamic.h"

namespace tutti::op {

OpDef dynamic_conv() {
  OpDef def =
      dynamic_op("stablehlo.dynamic_conv", "", infer_convolution,
                 {.name = "stablehlo.convolution",
                  .operands = 2,
                  .attributes =
                      [](const Operation& op, const IntegerLists& numbers) {
                        Attributes all = kept_attributes(
                            op, {"window_strides", "lhs_dilation", "rhs_dilation",
                                 "window_reversal", "dimension_numbers", "feature_group_count",
                                 "batch_group_count", "precision_config"});
                        const Type edges = Type::tensor(ElementType::i64, op.operand_type(2).shape);
                        all.set("padding", ir::Tensor::of_ints(edges, numbers[0]));
                        return all;
                      },
                  .shape = std::nullopt,
                  .from_result = nullptr});
  def.attributes = kConvolutionAttributes;
  def.takes_scales_along_axis = true;
  return def;
}

}  // namespace tutti::op
