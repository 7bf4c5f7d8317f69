// SPDX-License-Identifier: Apache-2.0
#include "op/catalogue.h"
#include "op/rules/common.h"

namespace tutti::op {
namespace {

const ir::Tensor& value_of(const Operation& op) {
  const auto* tensor = op.attribute("value").get<ir::Tensor>();
  constraint(op, tensor != nullptr, "constant_i1",
             "attribute value is not as expected, dense<...>");
  return *tensor;
}

}  // namespace

OpDef constant() {
  return {
      .name = "stablehlo.constant",
      .foreign_name = "arith.constant",  // torch-mlir's
      .assembly = "@dense : none",
      .infer = [](const Operation& op) -> std::vector<Type> {
        expect_operands(op, 0);
        const Type& type = value_of(op).type();
        if (op.result_count() != 1 || !op.result_type().is_quantized()) return {type};
        const Type& out = op.result_type();
        constraint(op, type.element == out.storage() && type.shape == out.shape, "constant_c1",
                   "the value is a {}, expected the stored integers of {}", type.str(), out.str());
        return {out};
      },
      .evaluate = [](const Operation& op, Operands, Evaluation&) -> std::vector<Array> {
        Array out(value_of(op));
        out.type = op.result_type();
        return {std::move(out)};
      },
      .no_derivative = "it has no operands",
      .takes_scales_along_axis = true,
  };
}

}  // namespace tutti::op
