// SPDX-License-Identifier: Apache-2.0
#include "op/catalogue.h"
#include "op/gather.h"
#include "op/rules/fused.h"

namespace tutti::op {
namespace {

std::vector<Type> infer(const Operation& op) {
  expect_operands(op, 2);
  expect_elements(op, 0, Elements::floats);
  expect_rank(op, 0, 2, 1);
  const Type &table = op.operand_type(0), &ids = op.operand_type(1);
  constraint(op, table.dim(0) != 0, "embedding_c2", "the table is a {}, expected at least one row",
             table.str());
  constraint(op, ids.element == ElementType::i32, "embedding_c3",
             "the ids are a {}, expected elements of type i32", ids.str());
  Shape shape = ids.shape;
  shape.push_back(table.dim(1));
  const Type out = table.with(std::move(shape));
  if (op.result_count() == 0) return {out};
  const ElementType element = op.result_type().element;
  constraint(op, is_float(element), "embedding_c4",
             "the result has elements of type {}, expected floats", name_of(element));
  return {out.with(element)};
}

std::vector<Array> evaluate(const Operation& op, Operands in, Evaluation&) {
  const Array &table = *in[0], &ids = *in[1];
  Array y(op.result_type());
  const int64_t entries = table.type.dim(0), channels = table.type.dim(1);
  for (int64_t k = 0; k < ids.count(); k++) {
    const int64_t entry = std::clamp<int64_t>(ids.i(k), 0, entries - 1);
    for (int64_t c = 0; c < channels; c++) y.f(k * channels + c) = table.f(entry * channels + c);
  }
  return {std::move(y)};
}

std::vector<Value> decompose(Builder& b, const Operation& op) {
  Value rows = gather_rows(b, op.operand(0), op.operand(1));
  return {convert(b, rows, op.result_type().element)};
}

// dtable = the rows of dy added where their ids point; a padding row learns nothing
void vjp(Vjp& v) {
  Builder& b = v.builder;
  Value ids = v.op.operand(1), dy = v.gradient();
  if (const int64_t padding = v.op.int_attribute("padding_index", -1); padding >= 0) {
    Value is_padding = compare(b, "EQ", ids, constant_like(b, ids, static_cast<double>(padding)));
    dy = select(b, over_last(b, is_padding, dy->type.shape), zeros_like(b, dy), dy);
  }
  v.operand_gradients = {b.one("tutti.embedding_gradient", {dy, ids}, {}, {v.op.operand_type(0)}),
                         nullptr};
}

}  // namespace

/// (table [V, H], ids i32 [...]) -> the rows of the table [..., H], in the declared element type
/// if one is declared, otherwise the table's. An id outside of the table takes the nearest row.
/// Attribute padding_index, if not negative: the row that gets no gradient (as PyTorch's
/// padding_idx).
OpDef embedding() {
  return {
      .name = "tutti.embedding",
      .assembly = "$* : functional",
      .infer = infer,
      .evaluate = evaluate,
      .vjp = vjp,
      .decompose = decompose,
  };
}

}  // namespace tutti::op
