// SPDX-License-Identifier: Apache-2.0
#include "op/catalogue.h"
#include "op/rules/common.h"

namespace tutti::op {

OpDef tuple() {
  return {
      .name = "stablehlo.tuple",
      .assembly = "$* : result",
      .infer = [](const Operation& op) -> std::vector<Type> {
        return {Type::list_of(Type::Kind::tuple, op.operand_types())};
      },
      .evaluate = [](const Operation& op, Operands in, Evaluation&) -> std::vector<Array> {
        Array out;
        out.type = op.result_type();
        for (const Array* element : in) out.elements.push_back(*element);
        return {std::move(out)};
      },
      .no_derivative = "gradients do not flow through tuples",
      .takes_scales_along_axis = true,
      .keeps_scales = true,
  };
}

}  // namespace tutti::op
