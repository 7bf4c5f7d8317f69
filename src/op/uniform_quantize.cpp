// SPDX-License-Identifier: Apache-2.0
#include "op/catalogue.h"
#include "op/rules/quantization.h"

namespace tutti::op {

OpDef uniform_quantize() {
  return {
      .name = "stablehlo.uniform_quantize",
      .assembly = "$0 : same",
      .infer = [](const Operation& op) -> std::vector<Type> {
        expect_operands(op, 1);
        const Type &in = op.operand_type(0), &out = declared(op);
        expect_elements(op, 0, Elements::floats);
        constraint(op, out.is_quantized(), "uniform_quantize_c2",
                   "the result is a {}, expected quantized elements", out.str());
        constraint(op, ir::compatible(out.shape, in.shape), "uniform_quantize_c1",
                   "the shape is {}, expected {} as the operand's", ir::str(out.shape),
                   ir::str(in.shape));
        const ElementType from = in.is_quantized() ? in.quantization().expressed : in.element;
        constraint(op, out.quantization().expressed == from, "uniform_quantize_c2",
                   "the result expresses elements of type {}, expected {}",
                   name_of(out.quantization().expressed), name_of(from));
        return {out.with(in.shape)};
      },
      .result_constraints = {.element = 2},
      .evaluate = [](const Operation& op, Operands in, Evaluation&) -> std::vector<Array> {
        return {
            quantized(in[0]->type.is_quantized() ? dequantized(*in[0]) : *in[0], op.result_type())};
      },
      .no_derivative = "a stored integer is not a continuous number",
      .takes_scales_along_axis = true,
  };
}

}  // namespace tutti::op
