// SPDX-License-Identifier: Apache-2.0
#include "op/catalogue.h"
#include "op/rules.h"

namespace tutti::op {

OpDef optimization_barrier() {
  return {
      .name = "stablehlo.optimization_barrier",
      .assembly = "$* : result",
      .infer = [](const Operation& op) -> std::vector<Type> { return op.operand_types(); },
      .evaluate = [](const Operation&, Operands in, Evaluation&) -> std::vector<Array> {
        std::vector<Array> out;
        for (const Array* operand : in) out.push_back(*operand);
        return out;
      },
      // it passes its operands through
      .vjp =
          [](Vjp& v) {
            for (size_t i = 0; i < v.op.operand_count(); i++)
              v.operand_gradients.push_back(v.wanted[i] ? v.gradient(i) : nullptr);
          },
  };
}

}  // namespace tutti::op
