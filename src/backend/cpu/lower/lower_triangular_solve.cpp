// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "backend/cpu/lower/square_matrices.h"
#include "base/rounding.h"

namespace tutti::backend::cpu {
namespace {

constexpr int64_t kSideColumns = 32;  // of a system's right side, solved side by side

/// T y = c for columns of c, where T is a or its transpose, lower or upper.
class TriangularSolve {
 public:
  explicit TriangularSolve(const Lowering& lowering);
  void run(const Frame& frame) const;

 private:
  void solve(const Frame& frame, int64_t batch, int64_t first, int64_t last, double* y) const;

  Matrices a_;
  View b_, x_;
  bool unit_diagonal_, lower_;
  int64_t row_stride_, column_stride_;                // of T
  int64_t columns_, y_row_stride_, y_column_stride_;  // of the right side
  Place workspace_;
};

TriangularSolve::TriangularSolve(const Lowering& lowering)
    : a_(lowering.operands[0]),
      b_(lowering.operands[1]),
      x_(lowering.results[0]),
      unit_diagonal_(lowering.op.bool_attribute("unit_diagonal", false)),
      workspace_(lowering.workspace.place) {
  const bool left = lowering.op.bool_attribute("left_side", false);
  const bool transposes =
      lowering.op.enum_attribute("transpose_a", "NO_TRANSPOSE") != "NO_TRANSPOSE";
  // x T = c is T' x' = c'.
  const bool turned = transposes == left;
  lower_ = lowering.op.bool_attribute("lower", false) != turned;
  row_stride_ = turned ? 1 : a_.n;
  column_stride_ = turned ? a_.n : 1;
  const ir::Shape& shape = b_.type.shape;
  const int64_t width = shape.back();
  columns_ = left ? width : shape[shape.size() - 2];
  y_row_stride_ = left ? width : 1;
  y_column_stride_ = left ? 1 : width;
}

void TriangularSolve::solve(const Frame& frame, int64_t batch, int64_t first, int64_t last,
                            double* y) const {
  const int64_t n = a_.n, start = batch * n * columns_;
  const std::byte* a = frame.at(a_.place);
  const std::byte* b = frame.at(b_.place);
  for (int64_t i = 0; i < n; i++)
    for (int64_t c = first; c < last; c++)
      y[i * kSideColumns + c - first] =
          ir::load_element(b_.type.element, b, start + i * y_row_stride_ + c * y_column_stride_);
  for (int64_t round = 0; round < n; round++) {
    const int64_t i = lower_ ? round : n - 1 - round;
    double* row = y + i * kSideColumns;
    const auto element = [&](int64_t k) {
      return ir::load_element(a_.type, a, batch * n * n + i * row_stride_ + k * column_stride_);
    };
    const int64_t from = lower_ ? 0 : i + 1, to = lower_ ? i : n;
    for (int64_t k = from; k < to; k++) {
      const double factor = element(k);
      const double* other = y + k * kSideColumns;
      for (int64_t c = 0; c < last - first; c++) row[c] -= factor * other[c];
    }
    if (unit_diagonal_) continue;
    const double diagonal = element(i);
    for (int64_t c = 0; c < last - first; c++) row[c] /= diagonal;
  }
  std::byte* x = frame.at(x_.place);
  for (int64_t i = 0; i < n; i++)
    for (int64_t c = first; c < last; c++)
      ir::store_element(x_.type.element, x, start + i * y_row_stride_ + c * y_column_stride_,
                        y[i * kSideColumns + c - first]);
}

void TriangularSolve::run(const Frame& frame) const {
  auto* memory = reinterpret_cast<double*>(frame.at(workspace_));
  const int64_t blocks = divide_up(columns_, kSideColumns);
  auto task = [&](int64_t index, int worker) {
    const int64_t first = index % blocks * kSideColumns;
    solve(frame, index / blocks, first, std::min(columns_, first + kSideColumns),
          memory + worker * a_.n * kSideColumns);
  };
  frame.team.run(a_.batches * blocks, task);
}

}  // namespace

std::vector<Rule> triangular_solve_rules() {
  Rule solve{.op = "stablehlo.triangular_solve", .lower = [](Lowering& lowering) -> Run {
               return [solve = TriangularSolve(lowering)](const Frame& frame) { solve.run(frame); };
             }};
  solve.supports = has_float_result;
  solve.takes_narrow = true;  // so that results are rounded once, as the reference's are
  solve.workspace_bytes = [](const Lowering& lowering) {
    return double_bytes(lowering.op.operand_type(0).shape.back(), kSideColumns * lowering.workers);
  };
  return {solve};
}

}  // namespace tutti::backend::cpu
