// SPDX-License-Identifier: Apache-2.0
#include "op/rules/matrices.h"

#include <numeric>

namespace tutti::op {

Value widened(Builder& b, Value x) {
  const ElementType element = x->type.element;
  const bool is_narrow = ir::is_float(element) && ir::byte_size(element) < 4;
  return is_narrow ? convert(b, x, ElementType::f32) : x;
}

Value batch_product(Builder& b, Value x, Value y, bool transpose_x, bool transpose_y) {
  const int64_t rank = x->type.rank();
  std::vector<int64_t> batch(static_cast<size_t>(rank - 2));
  std::iota(batch.begin(), batch.end(), 0);
  return dot_general(
      b, x, y,
      {batch, batch, {transpose_x ? rank - 2 : rank - 1}, {transpose_y ? rank - 1 : rank - 2}},
      x->type.element);
}

Value transposed(Builder& b, Value x) {
  std::vector<int64_t> permutation(x->type.shape.size());
  std::iota(permutation.begin(), permutation.end(), 0);
  std::swap(permutation[permutation.size() - 2], permutation[permutation.size() - 1]);
  return transpose(b, x, std::move(permutation));
}

Value triangle(Builder& b, Value x, bool lower, bool diagonal) {
  const Type places = x->type.with(ElementType::i64);
  const Value row = iota(b, places, places.rank() - 2), column = iota(b, places, places.rank() - 1);
  const std::string direction = std::string(lower ? "G" : "L") + (diagonal ? "E" : "T");
  return select(b, compare(b, direction, row, column), x, zeros_like(b, x));
}

Value triangular_solve(Builder& b, Value a, Value y, const TriangularSolve& how) {
  return b.one("stablehlo.triangular_solve", {a, y},
               ir::attributes({{"left_side", how.left},
                               {"lower", how.lower},
                               {"unit_diagonal", how.unit_diagonal},
                               {"transpose_a",
                                ir::enum_attribute(
                                    "transpose", how.transposed ? "TRANSPOSE" : "NO_TRANSPOSE")}}));
}

}  // namespace tutti::op
