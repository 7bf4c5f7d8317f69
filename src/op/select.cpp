// SPDX-License-Identifier: Apache-2.0
#include "op/catalogue.h"
#include "op/emit.h"
#include "op/rules/common.h"

namespace tutti::op {
namespace {

std::vector<Type> infer(const Operation& op) {
  expect_operands(op, 3);
  const Type& predicate = op.operand_type(0);
  const Type &x = op.operand_type(1), &y = op.operand_type(2);
  if (predicate.element != ElementType::i1)
    constraint(op, false, "select_i1", "the predicate is a {}, expected elements of type i1",
               predicate.str());
  if (predicate.rank() != 0 && !ir::compatible(predicate.shape, x.shape))
    constraint(op, false, "select_c1", "the predicate has shape {}, expected [] or {}",
               ir::str(predicate.shape), ir::str(x.shape));
  if (!ir::compatible(x, y))
    constraint(op, false, "select_c2", "the choices are {} and {}, expected the same type", x.str(),
               y.str());
  const Type chosen = ir::merged(x, y);
  return {predicate.rank() == 0 ? chosen : chosen.with(ir::merged(chosen.shape, predicate.shape))};
}

}  // namespace

OpDef select() {
  return {
      .name = "stablehlo.select",
      .assembly = "$0, $1, $2 : select",
      .infer = infer,
      .result_constraints = {.element = 2, .shape = 2, .count = 2},
      .evaluate = [](const Operation& op, Operands in, Evaluation&) -> std::vector<Array> {
        Array out(op.result_type());
        const bool scalar = in[0]->type.rank() == 0;
        for (int64_t k = 0; k < out.count(); k++)
          out.copy_element(k, in[0]->i(scalar ? 0 : k) ? *in[1] : *in[2], k);
        return {std::move(out)};
      },
      // the gradient goes to the chosen side
      .vjp =
          [](Vjp& v) {
            Builder& b = v.builder;
            Value dy = v.gradient(), zero = zeros_like(b, dy), p = v.op.operand(0);
            v.operand_gradients = {nullptr, select(b, p, dy, zero), select(b, p, zero, dy)};
          },
      .acts_on_parts = true,
  };
}

}  // namespace tutti::op
