// SPDX-License-Identifier: Apache-2.0
#include "op/dynamic_slice.h"

#include "op/catalogue.h"
#include "op/emit.h"
#include "op/rules/common.h"
#include "op/rules/indices.h"

namespace tutti::op {

Value dynamic_slice(Builder& b, Value x, const std::vector<Value>& starts,
                    std::vector<int64_t> sizes) {
  std::vector<Value> operands = {x};
  operands.insert(operands.end(), starts.begin(), starts.end());
  return b.one("stablehlo.dynamic_slice", operands,
               ir::attributes({{"slice_sizes", ir::ints_attribute(std::move(sizes))}}));
}

void expect_starts(const Operation& op, size_t first, std::string_view count_label,
                   std::string_view same_label) {
  const auto rank = static_cast<size_t>(op.operand_type(0).rank());
  constraint(op, op.operand_count() == first + rank, count_label, "{} start indices, expected {}",
             op.operand_count() - first, rank);
  for (size_t i = first; i < op.operand_count(); i++) {
    const Type& type = op.operand_type(i);
    if (type.rank() != 0 || !is_integer(type.element))
      constraint(op, false, fmt::format("{}_i{}", short_name(op), first + 1),
                 "a start index is a {}, expected an integer of rank 0", type.str());
    constraint(op, type == op.operand_type(first), same_label,
               "a start index is a {}, expected {} as the first", type.str(),
               op.operand_type(first).str());
  }
}

Shape clamped_starts(Operands in, size_t first, const Shape& shape, const Shape& sizes) {
  Shape starts;
  for (size_t d = 0; d < shape.size(); d++)
    starts.push_back(std::clamp<int64_t>(index_at(*in[first + d], 0), 0, shape[d] - sizes[d]));
  return starts;
}

namespace {

std::vector<Type> infer(const Operation& op) {
  constraint(op, op.operand_count() >= 1, "dynamic_slice_operands", "there are no operands");
  const Type& operand = op.operand_type(0);
  const auto sizes = op.ints_attribute("slice_sizes");
  expect_starts(op, 1, "dynamic_slice_c2", "dynamic_slice_c3");
  constraint(op, sizes.size() == operand.shape.size(), "dynamic_slice_c2",
             "slice_sizes has {} entries, expected {}", sizes.size(), operand.rank());
  for (size_t d = 0; d < sizes.size(); d++)
    constraint(op, sizes[d] >= 0 && may_fit(sizes[d], operand.shape[d]), "dynamic_slice_c4",
               "the slice size of dimension {} is {}, expected 0 to {}", d, sizes[d],
               operand.shape[d]);
  return {operand.with(sizes)};
}

std::vector<Array> evaluate(const Operation& op, Operands in, Evaluation&) {
  Array out(op.result_type());
  Shape from = clamped_starts(in, 1, in[0]->type.shape, out.type.shape);
  const Shape starts = from;
  ir::for_each_index(out.type.shape, [&](int64_t flat, const Shape& index) {
    for (size_t d = 0; d < index.size(); d++) from[d] = starts[d] + index[d];
    out.copy_element(flat, *in[0], ir::flat_index(from, in[0]->type.shape));
  });
  return {std::move(out)};
}

}  // namespace

OpDef dynamic_slice() {
  return {
      .name = "stablehlo.dynamic_slice",
      .assembly = "$0, $*, sizes = {slice_sizes:ints} : functional",
      .infer = infer,
      .result_constraints = {.shape = 5},
      .evaluate = evaluate,
      // dx = zeros with dy at the same place
      .vjp =
          [](Vjp& v) {
            v.operand_gradients.assign(v.op.operand_count(), nullptr);
            const std::vector<Value> starts(v.op.operands.begin() + 1, v.op.operands.end());
            v.operand_gradients[0] = dynamic_update_slice(
                v.builder, zeros_like(v.builder, v.op.operand(0)), v.gradient(), starts);
          },
      .keeps_scales = true,
      .acts_on_parts = true,
  };
}

}  // namespace tutti::op
