// SPDX-License-Identifier: Apache-2.0
#include "op/catalogue.h"
#include "op/emit.h"
#include "op/rules/common.h"

namespace tutti::op {

OpDef get_dimension_size() {
  return {
      .name = "stablehlo.get_dimension_size",
      .assembly = "$0, dim = {dimension:int:i2} : functional",
      .infer = [](const Operation& op) -> std::vector<Type> {
        expect_operands(op, 1);
        const int64_t dimension = op.int_attribute("dimension"), rank = op.operand_type(0).rank();
        constraint(op, dimension >= 0 && dimension < rank, "get_dimension_size_c1",
                   "the dimension is {}, expected 0 to {}", dimension, rank - 1);
        const Type size = Type::scalar(ElementType::i32);
        if (op.result_count() == 1)
          constraint(op, op.result_type() == size, "get_dimension_size_o1",
                     "the result is a {}, expected {}", op.result_type().str(), size.str());
        return {size};
      },
      .result_constraints = {.element = 0, .shape = 0, .count = 0},
      .evaluate = [](const Operation& op, Operands in, Evaluation&) -> std::vector<Array> {
        Array out(op.result_type());
        out.i(0) = in[0]->type.dim(op.int_attribute("dimension"));
        return {std::move(out)};
      },
      .no_derivative = "it depends on sizes only",
      .decompose = [](Builder& b, const Operation& op) -> std::vector<Value> {
        const int64_t size = op.operand_type(0).dim(op.int_attribute("dimension"));
        if (size == ir::kDynamic) return {};
        return {constant(b, op.result_type(), static_cast<double>(size))};
      },
      .takes_scales_along_axis = true,
  };
}

}  // namespace tutti::op
