// SPDX-License-Identifier: Apache-2.0
#include "op/rules/linear_algebra_gradients.h"

#include <algorithm>
#include <numeric>

#include "op/rules/counted_loop.h"
#include "op/rules/matrices.h"

namespace tutti::op {
namespace {

std::vector<int64_t> axes_but(int64_t rank, int64_t missing) {
  std::vector<int64_t> axes;
  for (int64_t axis = 0; axis < rank; axis++)
    if (axis != missing) axes.push_back(axis);
  return axes;
}

/// A vector of each matrix, repeated in its rows or in its columns.
Value along_rows(Builder& b, Value vector, const Shape& shape) {
  const auto rank = static_cast<int64_t>(shape.size());
  return broadcast_in_dim(b, vector, shape, axes_but(rank, rank - 2));
}
Value along_columns(Builder& b, Value vector, const Shape& shape) {
  const auto rank = static_cast<int64_t>(shape.size());
  return broadcast_in_dim(b, vector, shape, axes_but(rank, rank - 1));
}

Value is_diagonal(Builder& b, const Type& type) {
  const Type places = type.with(ElementType::i64);
  return compare(b, "EQ", iota(b, places, type.rank() - 2), iota(b, places, type.rank() - 1));
}

/// A diagonal matrix of a vector.
Value diagonal(Builder& b, Value vector, const Type& type) {
  return select(b, is_diagonal(b, type), along_rows(b, vector, type.shape), constant(b, type, 0));
}

/// The gradient of the one triangle that is read, from that of the symmetric matrix.
Value of_triangle(Builder& b, Value symmetric, bool lower) {
  return add(b, triangle(b, symmetric, lower, true), triangle(b, symmetric, lower, false));
}

/// 1 / (x_j - x_i) off the diagonal, 0 on it.
Value inverse_gaps(Builder& b, Value x, const Type& type) {
  const Value gap = subtract(b, along_rows(b, x, type.shape), along_columns(b, x, type.shape));
  const Value on_diagonal = is_diagonal(b, type);
  const Value safe = select(b, on_diagonal, constant(b, type, 1), gap);
  return select(b, on_diagonal, constant(b, type, 0), divide(b, constant(b, type, 1), safe));
}

// The factor is in one triangle; the other one is a's.
void vjp_of_cholesky(bool lower, Vjp& v) {
  Builder& b = v.builder;
  const auto as_lower = [&](Value x) { return lower ? x : transposed(b, x); };
  const Value l = triangle(b, as_lower(v.op.result()), true, true);
  const Value s = cholesky_gradient(b, l, as_lower(v.gradient()));
  v.operand_gradients = {
      add(b, of_triangle(b, s, lower), triangle(b, v.gradient(), !lower, false))};
}

// op(a) x = y: dy = op(a)^-T dx, da = -dy x^T in a's triangle
void vjp_of_solve(const lapack::Options& options, Vjp& v) {
  Builder& b = v.builder;
  const Value x = v.op.result();
  TriangularSolve how;
  how.left = options.side == 'L';
  how.lower = options.uplo == 'L';
  how.unit_diagonal = options.diag == 'U';
  how.transposed = options.trans == 'N';
  const Value dy = triangular_solve(b, v.op.operand(0), v.gradient(), how);
  v.operand_gradients = {nullptr, dy};
  if (!v.wanted[0]) return;
  Value product =
      how.left ? batch_product(b, dy, x, false, true) : batch_product(b, x, dy, true, false);
  if (options.trans != 'N') product = transposed(b, product);
  v.operand_gradients[0] = negate(b, triangle(b, product, how.lower, !how.unit_diagonal));
}

/// P^T x, where P does the exchanges of rows that LAPACK lists, counted from 1.
Value with_rows_back(Builder& b, Value x, Value exchanges) {
  const int64_t rank = x->type.rank(), size = x->type.dim(rank - 2);
  Shape lists = x->type.shape;
  lists.pop_back();
  const Type type = Type::tensor(ElementType::i32, lists);
  const Value place = iota(b, type, rank - 2);
  const auto repeated = [&](Builder& inner, Value one) {
    return broadcast_in_dim(inner, one, lists, axes_but(rank - 1, -1));
  };
  const auto order = counted_loop(
      b, exchanges->type.dim(rank - 2), {place},
      [&](Builder& inner, Value round, const std::vector<Value>& state) -> std::vector<Value> {
        const Value here = splat(inner, convert(inner, round, ElementType::i32), lists);
        const Value there =
            shift(inner, repeated(inner, slice_at(inner, exchanges, rank - 2, round)), -1);
        const Value is_here = compare(inner, "EQ", place, here),
                    is_there = compare(inner, "EQ", place, there);
        const auto at = [&](Value is) {
          const Value only = select(inner, is, state[0], zeros_like(inner, state[0]));
          const Value sum = reduce_sum(inner, only, {rank - 2});
          return broadcast_along(inner, sum, lists, {rank - 2});
        };
        return {
            select(inner, is_here, at(is_there), select(inner, is_there, at(is_here), state[0]))};
      });
  // Row k of P a is row order[k] of a.
  Shape square = lists;
  square.push_back(size);
  const Value from = along_columns(b, order[0], square), to = along_rows(b, place, square);
  const Value moves = convert(b, compare(b, "EQ", from, to), x->type.element);
  return batch_product(b, moves, x, true, false);
}

// P a = L U: da = P^T L^-T (tril(L^T dL, -1) + triu(dU U^T)) U^-T
void vjp_of_lu(Vjp& v) {
  Builder& b = v.builder;
  const Value lu = v.op.result(), d = v.gradient();
  const int64_t rank = lu->type.rank();
  if (lu->type.dim(rank - 1) != lu->type.dim(rank - 2))
    ir::operation_error(v.op, "has a derivative of square matrices only");
  const Value strict = triangle(b, lu, true, false);
  const Value l = add(b, strict, convert(b, is_diagonal(b, lu->type), lu->type.element));
  const Value u = triangle(b, lu, false, true);
  const Value of_l =
      triangle(b, batch_product(b, l, triangle(b, d, true, false), true, false), true, false);
  const Value of_u =
      triangle(b, batch_product(b, triangle(b, d, false, true), u, false, true), false, true);
  TriangularSolve left, right;
  left.unit_diagonal = left.transposed = right.transposed = true;
  right.left = right.lower = false;
  const Value inner = triangular_solve(b, l, add(b, of_l, of_u), left);
  v.operand_gradients = {with_rows_back(b, triangular_solve(b, u, inner, right), v.op.result(1))};
}

// a = V diag(w) V^T: da = V (diag(dw) + F * V^T dV) V^T with F_ij = 1 / (w_j - w_i)
void vjp_of_eigh(const lapack::Options& options, Vjp& v) {
  Builder& b = v.builder;
  const Value q = v.op.result(0), w = v.op.result(1);
  if (options.job == 'N')
    ir::operation_error(v.op, "has a derivative where it gives the eigenvectors too");
  Value inside = diagonal(b, v.gradient(1), q->type);
  if (v.result_gradients[0])
    inside = add(
        b, inside,
        multiply(b, inverse_gaps(b, w, q->type), batch_product(b, q, v.gradient(0), true, false)));
  const Value da = batch_product(b, batch_product(b, q, inside), q, false, true);
  const Value symmetric = scale(b, add(b, da, transposed(b, da)), 0.5);
  v.operand_gradients = {of_triangle(b, symmetric, options.uplo == 'L')};
}

// a = U diag(s) V^T (Townsend, "Differentiating the singular value decomposition"), with
// F_ij = 1 / (s_j^2 - s_i^2)
void vjp_of_svd(const lapack::Options& options, Vjp& v) {
  Builder& b = v.builder;
  const Value s = v.op.result(1), u = v.op.result(2), vt = v.op.result(3);
  const int64_t rank = u->type.rank(), size = s->type.dim(rank - 2);
  if (options.job == 'N' || u->type.dim(rank - 1) != size || vt->type.dim(rank - 2) != size)
    ir::operation_error(v.op, "has a derivative where it gives as many singular vectors as values");
  Shape square = s->type.shape;
  square.push_back(size);
  const Type type = s->type.with(square);
  Value middle = diagonal(b, v.gradient(1), type);
  const auto spin = [&](Value gram) {
    return multiply(b, inverse_gaps(b, multiply(b, s, s), type),
                    subtract(b, gram, transposed(b, gram)));
  };
  Value of_u = nullptr, of_v = nullptr;
  if (v.result_gradients[2]) {
    const Value du = v.gradient(2), gram = batch_product(b, u, du, true, false);
    middle = add(b, middle, multiply(b, spin(gram), along_rows(b, s, square)));
    of_u = divide(b, subtract(b, du, batch_product(b, u, gram)), along_rows(b, s, u->type.shape));
  }
  if (v.result_gradients[3]) {
    const Value dvt = v.gradient(3), gram = batch_product(b, vt, dvt, false, true);
    middle = add(b, middle, multiply(b, along_columns(b, s, square), spin(gram)));
    const Value rest = subtract(b, dvt, batch_product(b, gram, vt, true, false));
    of_v = divide(b, rest, along_columns(b, s, vt->type.shape));
  }
  Value left = batch_product(b, u, middle);
  if (of_u) left = add(b, left, of_u);
  Value da = batch_product(b, left, vt);
  if (of_v) da = add(b, da, batch_product(b, u, of_v));
  v.operand_gradients = {da};
}

}  // namespace

// With P = the lower triangle of L^T dL, its diagonal halved: da = the symmetric part of
// L^-T P L^-1 (Murray, "Differentiation of the Cholesky decomposition").
Value cholesky_gradient(Builder& b, Value l, Value dl) {
  const Value product = batch_product(b, l, triangle(b, dl, true, true), true, false);
  const Value p =
      scale(b, add(b, triangle(b, product, true, true), triangle(b, product, true, false)), 0.5);
  TriangularSolve from_left;
  from_left.transposed = true;
  TriangularSolve from_right;
  from_right.left = false;
  const Value s = triangular_solve(b, l, triangular_solve(b, l, p, from_left), from_right);
  return scale(b, add(b, s, transposed(b, s)), 0.5);
}

void linear_algebra_vjp(const LinearAlgebra& call, Vjp& v) {
  const std::string_view name = call.routine();
  if (ir::is_complex(v.op.operand_type(0).element))
    ir::operation_error(v.op, "has a derivative of real numbers only");
  if (name == "potrf") return vjp_of_cholesky(call.options().uplo == 'L', v);
  if (name == "trsm") return vjp_of_solve(call.options(), v);
  if (name == "getrf") return vjp_of_lu(v);
  if (name == "syevd") return vjp_of_eigh(call.options(), v);
  if (name == "gesdd" || name == "gesvd") return vjp_of_svd(call.options(), v);
  ir::operation_error(v.op, fmt::format("has no derivative here; those of potrf, trsm, getrf, "
                                        "syevd, gesdd and gesvd are known, found {}",
                                        name));
}

}  // namespace tutti::op
