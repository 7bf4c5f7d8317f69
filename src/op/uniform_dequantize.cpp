// SPDX-License-Identifier: Apache-2.0
#include "op/catalogue.h"
#include "op/rules/quantization.h"

namespace tutti::op {

OpDef uniform_dequantize() {
  return {
      .name = "stablehlo.uniform_dequantize",
      .assembly = "$0 : same",
      .infer = [](const Operation& op) -> std::vector<Type> {
        expect_operands(op, 1);
        const Type& in = op.operand_type(0);
        constraint(op, in.is_quantized(), "uniform_dequantize_i1",
                   "the operand is a {}, expected quantized elements", in.str());
        return {in.with(in.quantization().expressed)};
      },
      .result_constraints = {.element = 2, .shape = 1, .count = 1},
      .evaluate = [](const Operation&, Operands in, Evaluation&) -> std::vector<Array> {
        return {dequantized(*in[0])};
      },
      .no_derivative = "a stored integer is not a continuous number",
      .takes_scales_along_axis = true,
  };
}

}  // namespace tutti::op
