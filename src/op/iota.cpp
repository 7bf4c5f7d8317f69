// SPDX-License-Identifier: Apache-2.0
#include "op/catalogue.h"
#include "op/rules/common.h"

namespace tutti::op {

OpDef iota() {
  return {
      .name = "stablehlo.iota",
      .assembly = "dim = {iota_dimension:int} : result",
      .infer = [](const Operation& op) -> std::vector<Type> {
        expect_operands(op, 0);
        const int64_t dimension = op.int_attribute("iota_dimension");
        const Type& type = declared(op);
        constraint(op, dimension >= 0 && dimension < type.rank(), "iota_c1",
                   "iota_dimension is {}, expected 0 to {}", dimension, type.rank() - 1);
        constraint(op, type.element != ElementType::i1 && type.is_static(), "iota_o1",
                   "the result is a {}, expected numbers in a tensor of known sizes", type.str());
        return {type};
      },
      .evaluate = [](const Operation& op, Operands, Evaluation&) -> std::vector<Array> {
        Array out(op.result_type());
        const auto axis = static_cast<size_t>(op.int_attribute("iota_dimension"));
        ir::for_each_index(out.type.shape, [&](int64_t flat, const Shape& index) {
          if (out.is_float())
            out.f(flat) = static_cast<double>(index[axis]);
          else if (out.is_complex())
            out.c(flat) = static_cast<double>(index[axis]);
          else
            out.i(flat) = index[axis];
        });
        return {std::move(out)};
      },
      .no_derivative = "it has no operands",
  };
}

}  // namespace tutti::op
