// SPDX-License-Identifier: Apache-2.0
#include "op/catalogue.h"
#include "op/rules/common.h"

namespace tutti::op {

OpDef async_done() {
  return {
      .name = "stablehlo.async_done",
      .infer = [](const Operation& op) -> std::vector<Type> {
        expect_operands(op, 1);
        constraint(op, op.operand_type(0).kind == Type::Kind::future, "async_done_i1",
                   "the operand is a {}, expected a future", op.operand_type(0).str());
        return op.operand_type(0).elements();
      },
      .evaluate = [](const Operation&, Operands in, Evaluation&) -> std::vector<Array> {
        return in[0]->elements;
      },
      .no_derivative = "a future carries no number before it is waited for",
      // What async_start's decomposition put together.
      .decompose = [](Builder&, const Operation& op) -> std::vector<Value> {
        const Operation* owner = op.operand(0)->owner;
        if (!owner || owner->name() != "stablehlo.tuple") return {};
        return owner->operands;
      },
      .keeps_scales = true,
  };
}

}  // namespace tutti::op
