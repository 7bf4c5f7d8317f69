// SPDX-License-Identifier: Apache-2.0
#include "op/rules/sparse_product.h"

#include "ir/wrapping.h"
#include "op/scatter.h"

namespace tutti::op {
namespace {

enum Side : size_t { kValues, kEnds, kColumns, kDense };

}  // namespace

bool is_sparse_product(const Operation& op) {
  return op.string_attribute("call_target_name") == "cpu_csr_sparse_dense_ffi";
}

void expect_sparse_product(const Operation& op) {
  const auto is_list = [&](size_t i) {
    return op.operand_type(i).is_tensor() && op.operand_type(i).rank() == 1;
  };
  bool fits = op.operand_count() == 4 && op.result_count() == 1 && is_list(kValues) &&
              is_list(kEnds) && is_list(kColumns) && op.operand_type(kDense).is_tensor();
  if (fits) {
    const Type &values = op.operand_type(kValues), &ends = op.operand_type(kEnds),
               &columns = op.operand_type(kColumns), &dense = op.operand_type(kDense),
               &result = op.result_type();
    fits = ir::is_integer(ends.element) && ends.element == columns.element &&
           ir::compatible(values.shape, columns.shape) && values.element == dense.element &&
           values.element != ElementType::i1 && (dense.rank() == 1 || dense.rank() == 2) &&
           ends.dim(0) != 0;
    Shape shape = dense.shape;
    if (fits) shape[0] = ends.dim(0) == ir::kDynamic ? ends.dim(0) : ends.dim(0) - 1;
    fits = fits && ir::compatible(dense.with(shape), result);
  }
  if (!fits)
    ir::operation_error(op, fmt::format("@cpu_csr_sparse_dense_ffi is from {} to {}, expected a "
                                        "list of values, integers where rows end and of columns, "
                                        "a vector or matrix of the values' type, and its product",
                                        ir::str(op.operand_types()), ir::str(op.result_types())));
}

Array evaluate_sparse_product(const Operation& op, Operands in) {
  const Array &values = *in[kValues], &ends = *in[kEnds], &columns = *in[kColumns],
              &dense = *in[kDense];
  Array out(op.result_type());
  const int64_t rows = out.type.dim(0), width = rows == 0 ? 0 : out.count() / rows;
  const int64_t last = dense.type.dim(0) - 1;
  for (int64_t row = 0; row < rows && last >= 0; row++) {
    const int64_t end = std::min(ends.i(row + 1), values.count());
    for (int64_t k = std::max<int64_t>(ends.i(row), 0); k < end; k++)
      for (int64_t column = 0; column < width; column++) {
        const int64_t to = row * width + column,
                      from = std::clamp<int64_t>(columns.i(k), 0, last) * width + column;
        if (out.is_float())
          out.f(to) += values.f(k) * dense.f(from);
        else if (out.is_complex())
          out.c(to) += values.c(k) * dense.c(from);
        else
          out.i(to) =
              ir::wrapping_add(out.i(to), ir::wrapping_multiply(values.i(k), dense.i(from)));
      }
  }
  return out;
}

Value emit_sparse_product(Builder& b, const Operation& op) {
  const Value values = op.operand(kValues), ends = op.operand(kEnds),
              columns = op.operand(kColumns), dense = op.operand(kDense);
  const int64_t count = values->type.dim(0);
  const Shape pairs = {count, ends->type.dim(0)};
  // The row of value k: the number of ends, of the 0 before them too, that are not above k, less 1.
  const Value place = iota(b, ends->type.with(Shape{count}), 0);
  const Value ended = compare(b, "LE", broadcast_in_dim(b, ends, pairs, {1}),
                              broadcast_in_dim(b, place, pairs, {0}));
  const Value row = shift(b, reduce_sum(b, convert(b, ended, ends->type.element), {1}), -1);
  const Value taken =
      b.one("stablehlo.torch_index_select", {dense, columns},
            ir::attributes({{"dim", ir::int_attribute(0)}, {"batch_dims", ir::int_attribute(0)}}));
  const Value parts = multiply(b, broadcast_in_dim(b, values, taken->type.shape, {0}), taken);
  ScatterNumbers numbers;
  for (int64_t axis = 1; axis < dense->type.rank(); axis++)
    numbers.update_window_dims.push_back(axis);
  numbers.inserted_window_dims = {0};
  numbers.scatter_dims_to_operand_dims = {0};
  numbers.index_vector_dim = 1;
  return scatter_add(b, constant(b, op.result_type(), 0), row, parts, numbers);
}

}  // namespace tutti::op
