// SPDX-License-Identifier: Apache-2.0
#include "op/catalogue.h"
#include "op/rules/common.h"

namespace tutti::op {

OpDef func_call() {
  return {
      .name = "func.call",
      .assembly = "{callee:symbol}($*) : functional",
      // The verifier holds the types against the callee's, which an operation cannot see.
      .infer = [](const Operation& op) -> std::vector<Type> { return op.result_types(); },
      .evaluate = [](const Operation& op, Operands in,
                     Evaluation& evaluation) -> std::vector<Array> {
        std::vector<Array> arguments;
        for (const Array* operand : in) arguments.push_back(*operand);
        return evaluation.call(op.attribute("callee").get<ir::SymbolAttribute>()->name,
                               std::move(arguments));
      },
      .no_derivative = "calls are inlined before differentiation",
  };
}

}  // namespace tutti::op
