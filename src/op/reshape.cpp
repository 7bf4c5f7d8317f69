// SPDX-License-Identifier: Apache-2.0
#include "op/catalogue.h"
#include "op/emit.h"
#include "op/rules/quantized.h"

namespace tutti::op {

OpDef reshape() {
  return {
      .name = "stablehlo.reshape",
      .assembly = "$0 : functional",
      .infer = [](const Operation& op) -> std::vector<Type> {
        expect_operands(op, 1);
        const Type& in = op.operand_type(0);
        const Type& out = declared(op);
        constraint(op, same_but_axis(in, out), "reshape_c1",
                   "the elements are {}, expected {} as the operand's", element_text(out),
                   element_text(in));
        if (in.is_static() && out.is_static())
          constraint(op, in.count() == out.count(), "reshape_c2",
                     "{} elements, expected {} as the operand's", out.count(), in.count());
        check_quantized_reshape(op);
        constraint(op, out.is_static_or_bounded(), "reshape_o1",
                   "the result is a {}, expected known sizes, or one that has a bound", out.str());
        return {out};
      },
      .evaluate = [](const Operation& op, Operands in, Evaluation&) -> std::vector<Array> {
        Array out = *in[0];
        out.type = op.result_type();
        return {std::move(out)};
      },
      // dx = dy in x's shape
      .vjp =
          [](Vjp& v) {
            v.operand_gradients = {reshape(v.builder, v.gradient(), v.op.operand_type(0).shape)};
          },
      .takes_scales_along_axis = true,
      .follows_low_precision = true,
      .acts_on_parts = true,
  };
}

}  // namespace tutti::op
