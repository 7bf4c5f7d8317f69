// SPDX-License-Identifier: Apache-2.0
#include "op/catalogue.h"
#include "op/rules/axes.h"
#include "op/rules/complex_parts.h"
#include "op/rules/counted_loop.h"
#include "op/rules/matrices.h"

namespace tutti::op {
namespace {

std::vector<Type> infer(const Operation& op) {
  expect_operands(op, 2);
  expect_elements(op, 0, Elements::floats_or_complex);
  const Type &a = op.operand_type(0), &y = op.operand_type(1);
  const int64_t rank = a.rank();
  constraint(op, same_baseline_elements(a, y), "triangular_solve_c1",
             "the operands are a {} and a {}, expected one type of elements", a.str(), y.str());
  constraint(op, rank >= 2 && y.rank() == rank, "triangular_solve_c2",
             "the operands are a {} and a {}, expected matrices of one rank", a.str(), y.str());
  bool fits =
      ir::compatible(a.dim(rank - 2), a.dim(rank - 1)) &&
      ir::compatible(a.dim(rank - 1), y.dim(rank - (op.bool_attribute("left_side") ? 2 : 1)));
  for (int64_t axis = 0; axis < rank - 2; axis++)
    fits = fits && ir::compatible(a.dim(axis), y.dim(axis));
  constraint(op, fits, "triangular_solve_c3",
             "the operands are a {} and a {}, expected a square matrix that fits", a.str(),
             y.str());
  return {y};
}

/// Solves for one vector of x, `y(i)` being its elements, A(i, j) op(a)'s: forwards from the first
/// row if A is lower triangular, otherwise backwards from the last.
template <typename T, typename Element, typename Right>
void solve(int64_t size, bool forwards, bool unit_diagonal, Element a, Right y) {
  for (int64_t step = 0; step < size; step++) {
    const int64_t i = forwards ? step : size - 1 - step;
    T sum = y(i);
    for (int64_t done = 0; done < step; done++) {
      const int64_t j = forwards ? done : size - 1 - done;
      sum -= a(i, j) * y(j);
    }
    y(i) = unit_diagonal ? sum : sum / a(i, i);
  }
}

template <typename T>
Array solve_all(const Operation& op, const Array& matrices, const Array& right) {
  const std::string turned = op.enum_attribute("transpose_a");
  const bool left = op.bool_attribute("left_side"), lower = op.bool_attribute("lower"),
             unit = op.bool_attribute("unit_diagonal");
  Array given = matrices, out = right;
  const Type& type = out.type;
  const int64_t size = given.type.dim(type.rank() - 1),
                vectors = type.dim(type.rank() - (left ? 1 : 2));
  for (int64_t m = 0; m < matrices_in(type); m++) {
    const auto source = matrix_of<T>(given, m), x = matrix_of<T>(out, m);
    const auto a = [&](int64_t i, int64_t j) {
      if (turned == "NO_TRANSPOSE") return source(i, j);
      return turned == "ADJOINT" ? conjugate(source(j, i)) : source(j, i);
    };
    const bool low = lower == (turned == "NO_TRANSPOSE");
    for (int64_t k = 0; k < vectors; k++) {
      if (left)  // column k of x
        solve<T>(size, low, unit, a, [&](int64_t i) -> T& { return x(i, k); });
      else  // row k of x: the equation transposed
        solve<T>(
            size, !low, unit, [&](int64_t i, int64_t j) { return a(j, i); },
            [&](int64_t i) -> T& { return x(k, i); });
    }
  }
  return out;
}

// op(a) x = y: dy = op(a)^-T dx, d op(a) = -dy x^T; x op(a) = y: dy = dx op(a)^-T,
// d op(a) = -x^T dy; da is its own triangle of that, transposed where op transposes
void vjp(Vjp& v) {
  Builder& b = v.builder;
  const Value x = v.op.result();
  const bool turned = v.op.enum_attribute("transpose_a") != "NO_TRANSPOSE";
  TriangularSolve how;
  how.left = v.op.bool_attribute("left_side");
  how.lower = v.op.bool_attribute("lower");
  how.unit_diagonal = v.op.bool_attribute("unit_diagonal");
  how.transposed = !turned;
  if (is_complex(x->type.element))
    ir::operation_error(v.op, "has a derivative of real numbers only");
  const Value dy = triangular_solve(b, v.op.operand(0), v.gradient(), how);
  v.operand_gradients = {nullptr, dy};
  if (!v.wanted[0]) return;
  Value product =
      how.left ? batch_product(b, dy, x, false, true) : batch_product(b, x, dy, true, false);
  if (turned) product = transposed(b, product);
  v.operand_gradients[0] = negate(b, triangle(b, product, how.lower, !how.unit_diagonal));
}

// A row of x a round, the rows that are not known yet being zero. x op(a) = y is op(a)^T x^T = y^T.
std::vector<Value> decompose(Builder& b, const Operation& op) {
  const std::string turned = op.enum_attribute("transpose_a");
  const bool left = op.bool_attribute("left_side"), lower = op.bool_attribute("lower"),
             unit = op.bool_attribute("unit_diagonal");
  Value a = triangle(b, widened(b, op.operand(0)), lower, true);
  if (turned == "ADJOINT") a = conjugate(b, a);
  const bool flipped = (turned == "NO_TRANSPOSE") != left;
  if (flipped) a = transposed(b, a);
  const bool forwards = lower != flipped;
  const Value given = widened(b, op.operand(1)), y = left ? given : transposed(b, given);
  const int64_t rows = y->type.rank() - 2, size = y->type.dim(rows);
  if (size == 0) return {op.operand(1)};  // no unknowns
  const auto x = counted_loop(
      b, size, {zeros_like(b, y)},
      [&](Builder& inner, Value step, const std::vector<Value>& state) -> std::vector<Value> {
        const Value i = place_of_round(inner, step, size, !forwards);
        const Value row = slice_at(inner, a, rows, i), known = slice_at(inner, y, rows, i);
        Value found = subtract(inner, known, batch_product(inner, row, state[0]));
        if (!unit) {
          const Value diagonal = slice_at(inner, row, rows + 1, i);
          std::vector<int64_t> axes = all_axes(y->type.rank());
          found = divide(inner, found,
                         broadcast_in_dim(inner, diagonal, found->type.shape, std::move(axes)));
        }
        return {with_slice_at(inner, state[0], found, rows, i)};
      })[0];
  return {convert(b, left ? x : transposed(b, x), op.result_type().element)};
}

}  // namespace

OpDef triangular_solve() {
  return {
      .name = "stablehlo.triangular_solve",
      .attributes =
          "left_side:bool:i3, lower:bool:i4, unit_diagonal:bool:i5, transpose_a:enum.transpose:i6",
      .infer = infer,
      .result_constraints = {.element = 4, .shape = 4, .count = 4},
      .evaluate = [](const Operation& op, Operands in, Evaluation&) -> std::vector<Array> {
        return {in[0]->is_complex() ? solve_all<Complex>(op, *in[0], *in[1])
                                    : solve_all<double>(op, *in[0], *in[1])};
      },
      .vjp = vjp,
      .decompose = decompose,
  };
}

}  // namespace tutti::op
