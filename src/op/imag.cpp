// SPDX-License-Identifier: Apache-2.0
#include "op/catalogue.h"
#include "op/rules/common.h"
#include "op/rules/complex_parts.h"

namespace tutti::op {

OpDef imag() {
  return {
      .name = "stablehlo.imag",
      .assembly = "$0 : same",
      .infer = [](const Operation& op) -> std::vector<Type> {
        expect_operands(op, 1);
        expect_elements(op, 0, Elements::unquantized);
        const Type& in = op.operand_type(0);
        return {is_complex(in.element) ? in.with(real_type(in.element)) : in};
      },
      .result_constraints = {.element = 2, .shape = 1, .count = 1},
      .evaluate = [](const Operation& op, Operands in, Evaluation&) -> std::vector<Array> {
        Array out(op.result_type());
        for (int64_t k = 0; in[0]->is_complex() && k < out.count(); k++)
          out.f(k) = in[0]->c(k).imag();
        return {std::move(out)};
      },
      // y = Im z: dz = -i dy
      .vjp =
          [](Vjp& v) {
            Builder& b = v.builder;
            Value dy = v.gradient();
            const bool complex = is_complex(v.op.operand_type(0).element);
            v.operand_gradients = {complex ? make_complex(b, zeros_like(b, dy), negate(b, dy))
                                           : nullptr};
          },
  };
}

}  // namespace tutti::op
