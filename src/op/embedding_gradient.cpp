// SPDX-License-Identifier: Apache-2.0
#include "op/catalogue.h"
#include "op/rules/fused.h"
#include "op/scatter.h"

namespace tutti::op {
namespace {

std::vector<Type> infer(const Operation& op) {
  expect_operands(op, 2);
  expect_elements(op, 0, Elements::floats);
  const Type &dy = op.operand_type(0), &ids = op.operand_type(1), &table = declared(op);
  constraint(op, table.rank() == 2 && is_float(table.element) && table.dim(0) != 0,
             "embedding_gradient_c1", "the result is a {}, expected a table of floats with rows",
             table.str());
  constraint(op, ids.element == ElementType::i32, "embedding_gradient_c2",
             "the ids are a {}, expected elements of type i32", ids.str());
  Shape shape = ids.shape;
  shape.push_back(table.dim(1));
  expect_type(op, 0, dy.with(std::move(shape)), 3);
  return {table};
}

std::vector<Array> evaluate(const Operation& op, Operands in, Evaluation&) {
  const Array &dy = *in[0], &ids = *in[1];
  Array table(op.result_type());
  const int64_t entries = table.type.dim(0), channels = table.type.dim(1);
  for (int64_t k = 0; k < ids.count(); k++) {
    const int64_t entry = std::clamp<int64_t>(ids.i(k), 0, entries - 1);
    for (int64_t c = 0; c < channels; c++) table.f(entry * channels + c) += dy.f(k * channels + c);
  }
  return {std::move(table)};
}

std::vector<Value> decompose(Builder& b, const Operation& op) {
  const Type& table = op.result_type();
  const int64_t axis = op.operand_type(1).rank();
  // A scatter leaves out what lies outside, where a gather takes the nearest row.
  const Type index = Type::scalar(ElementType::i32);
  Value last = constant(b, index, static_cast<double>(table.dim(0) - 1));
  Value inside = b.one("stablehlo.clamp", {constant(b, index, 0), op.operand(1), last});
  const ElementType element = accumulation_type(table.element);
  const ScatterNumbers numbers = {.update_window_dims = {axis},
                                  .inserted_window_dims = {0},
                                  .input_batching_dims = {},
                                  .scatter_indices_batching_dims = {},
                                  .scatter_dims_to_operand_dims = {0},
                                  .index_vector_dim = axis};
  Value sums = scatter_add(b, constant(b, table.with(element), 0), inside,
                           convert(b, op.operand(0), element), numbers);
  return {convert(b, sums, table.element)};
}

}  // namespace

/// (dy [..., H], ids i32 [...]) -> the gradient of a table, of the declared type [V, H]: for each
/// row the sum of those of dy whose id it is. An id outside of the table adds to the nearest row.
OpDef embedding_gradient() {
  return {
      .name = "tutti.embedding_gradient",
      .assembly = "$* : functional",
      .infer = infer,
      .evaluate = evaluate,
      .no_derivative = kNoSecondDerivative,
      .decompose = decompose,
      .low_precision_operands = {0},
  };
}

}  // namespace tutti::op
