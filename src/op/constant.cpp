// SPDX-License-Identifier: Apache-2.0
#include "op/catalogue.h"
#include "op/rules.h"

namespace tutti::op {
namespace {

const ir::Tensor& value_of(const Operation& op) {
  const auto* tensor = op.attribute("value").get<ir::Tensor>();
  constraint(op, tensor != nullptr, "constant_i1", "attribute value is not dense<...>");
  return *tensor;
}

}  // namespace

OpDef constant() {
  return {
      .name = "stablehlo.constant",
      .assembly = "@dense : none",
      .infer = [](const Operation& op) -> std::vector<Type> {
        expect_operands(op, 0);
        return {value_of(op).type()};
      },
      .evaluate = [](const Operation& op, Operands, Evaluation&) -> std::vector<Array> {
        return {Array(value_of(op))};
      },
      .no_derivative = "it has no operands",
  };
}

}  // namespace tutti::op
