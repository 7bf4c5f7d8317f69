// SPDX-License-Identifier: Apache-2.0
#include "op/catalogue.h"
#include "op/dynamic_slice.h"
#include "op/emit.h"
#include "op/rules/common.h"
#include "op/rules/quantized.h"

namespace tutti::op {

Value dynamic_update_slice(Builder& b, Value x, Value update, const std::vector<Value>& starts) {
  std::vector<Value> operands = {x, update};
  operands.insert(operands.end(), starts.begin(), starts.end());
  return b.one("stablehlo.dynamic_update_slice", operands);
}

namespace {

std::vector<Type> infer(const Operation& op) {
  constraint(op, op.operand_count() >= 2, "dynamic_update_slice_operands",
             "{} operands, expected at least 2", op.operand_count());
  const Type& operand = op.operand_type(0);
  const Type& update = op.operand_type(1);
  constraint(op, same_elements(update, operand), "dynamic_update_slice_c2",
             "the update has elements of type {}, expected {}", element_text(update),
             element_text(operand));
  constraint(op, update.rank() == operand.rank(), "dynamic_update_slice_c3",
             "the update has rank {}, expected {}", update.rank(), operand.rank());
  expect_starts(op, 2, "dynamic_update_slice_c4", "dynamic_update_slice_c5");
  for (size_t d = 0; d < update.shape.size(); d++)
    constraint(op, may_fit(update.shape[d], operand.shape[d]), "dynamic_update_slice_c6",
               "dimension {} of the update is {}, expected at most {}", d, update.shape[d],
               operand.shape[d]);
  return {operand};
}

std::vector<Array> evaluate(const Operation&, Operands in, Evaluation&) {
  Array out = *in[0];
  Shape to = clamped_starts(in, 2, out.type.shape, in[1]->type.shape);
  const Shape starts = to;
  ir::for_each_index(in[1]->type.shape, [&](int64_t flat, const Shape& index) {
    for (size_t d = 0; d < index.size(); d++) to[d] = starts[d] + index[d];
    out.copy_element(ir::flat_index(to, out.type.shape), *in[1], flat);
  });
  return {std::move(out)};
}

}  // namespace

OpDef dynamic_update_slice() {
  return {
      .name = "stablehlo.dynamic_update_slice",
      .assembly = "$* : functional",
      .infer = infer,
      .evaluate = evaluate,
      // dx = dy with zeros where the update is; the update's gradient is what dy has there
      .vjp =
          [](Vjp& v) {
            Builder& b = v.builder;
            Value update = v.op.operand(1), dy = v.gradient();
            const std::vector<Value> starts(v.op.operands.begin() + 2, v.op.operands.end());
            v.operand_gradients.assign(v.op.operand_count(), nullptr);
            if (v.wanted[0])
              v.operand_gradients[0] = dynamic_update_slice(b, dy, zeros_like(b, update), starts);
            if (v.wanted[1])
              v.operand_gradients[1] = dynamic_slice(b, dy, starts, update->type.shape);
          },
      .keeps_scales = true,
      .follows_low_precision = true,
      .acts_on_parts = true,
  };
}

}  // namespace tutti::op
