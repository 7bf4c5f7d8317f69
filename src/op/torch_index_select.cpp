// SPDX-License-Identifier: Apache-2.0
#include "op/catalogue.h"
#include "op/gather.h"
#include "op/rules/derived.h"

namespace tutti::op {
namespace {

std::vector<Type> infer(const Operation& op) {
  expect_operands(op, 2);
  expect_elements(op, 1, Elements::integers);
  const Type &x = op.operand_type(0), &index = op.operand_type(1);
  const int64_t dim = op.int_attribute("dim"), batch = op.int_attribute("batch_dims");
  constraint(op, dim >= 0 && dim < x.rank(), "torch_index_select_c1",
             "dim is {}, expected an axis of the operand, a {}", dim, x.str());
  constraint(op, batch >= 0 && batch <= dim && batch <= index.rank(), "torch_index_select_c2",
             "batch_dims is {}, expected 0 to {}", batch, std::min(dim, index.rank()));
  for (int64_t axis = 0; axis < batch; axis++)
    constraint(op, ir::compatible(x.dim(axis), index.dim(axis)), "torch_index_select_c3",
               "the operands are a {} and a {}, expected {} leading sizes to agree", x.str(),
               index.str(), batch);
  Shape shape(x.shape.begin(), x.shape.begin() + dim);
  shape.insert(shape.end(), index.shape.begin() + batch, index.shape.end());
  shape.insert(shape.end(), x.shape.begin() + dim + 1, x.shape.end());
  return {x.with(std::move(shape))};
}

// One gather: the slices have one element along dim and along the batch axes.
std::vector<Value> decompose(Builder& b, const Operation& op) {
  const Type &x = op.operand_type(0), &index = op.operand_type(1);
  const int64_t dim = op.int_attribute("dim"), batch = op.int_attribute("batch_dims");
  GatherNumbers numbers;
  std::vector<int64_t> sizes = x.shape;
  for (int64_t axis = 0; axis < batch; axis++) {
    numbers.operand_batching_dims.push_back(axis);
    numbers.start_indices_batching_dims.push_back(axis);
    sizes[static_cast<size_t>(axis)] = 1;
  }
  sizes[static_cast<size_t>(dim)] = 1;
  numbers.collapsed_slice_dims = {dim};
  numbers.start_index_map = {dim};
  numbers.index_vector_dim = index.rank();
  for (int64_t axis = batch; axis < dim; axis++) numbers.offset_dims.push_back(axis);
  for (int64_t axis = dim + 1; axis < x.rank(); axis++)
    numbers.offset_dims.push_back(axis - 1 + index.rank() - batch);
  return {gather(b, op.operand(0), op.operand(1), numbers, std::move(sizes))};
}

}  // namespace

OpDef torch_index_select() {
  OpDef def = derived("stablehlo.torch_index_select", "", infer, decompose);
  def.attributes = "dim:int, batch_dims:int";
  def.result_constraints = {.element = 0, .shape = 0, .count = 0};
  return def;
}

}  // namespace tutti::op
