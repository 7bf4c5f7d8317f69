// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>

#include "backend/cpu/lower/square_matrices.h"
#include "base/rounding.h"

namespace tutti::backend::cpu {
namespace {

constexpr int64_t kRows = 16;  // of a factor's column, one task

/// One dot product after the other, a column of the factor at a time; the other triangle is zero.
class Cholesky {
 public:
  explicit Cholesky(const Lowering& lowering)
      : from_(lowering.operands[0]),
        to_(lowering.results[0]),
        lower_(lowering.op.bool_attribute("lower", false)),
        workspace_(lowering.workspace.place) {}

  void run(const Frame& frame) const {
    for (int64_t batch = 0; batch < from_.batches; batch++)
      factor(frame, batch * from_.n * from_.n);
  }

 private:
  void factor(const Frame& frame, int64_t start) const {
    const int64_t n = from_.n;
    auto* rows = reinterpret_cast<double*>(frame.at(workspace_));  // of the lower factor
    const std::byte* from = frame.at(from_.place);
    const auto element = [&](int64_t i, int64_t j) {
      return ir::load_element(from_.type, from, start + (lower_ ? i * n + j : j * n + i));
    };
    for (int64_t j = 0; j < n; j++) {
      const double* other = rows + j * n;
      const auto rest = [&](int64_t i) {
        const double* row = rows + i * n;
        double sum = element(i, j);
        for (int64_t k = 0; k < j; k++) sum -= row[k] * other[k];
        return sum;
      };
      const double diagonal = std::sqrt(rest(j));  // NaN where the matrix is not positive
      rows[j * n + j] = diagonal;
      auto task = [&](int64_t block, int) {
        const int64_t first = j + 1 + block * kRows;
        for (int64_t i = first; i < std::min(n, first + kRows); i++)
          rows[i * n + j] = rest(i) / diagonal;
      };
      frame.team.run(divide_up(n - j - 1, kRows), task);
    }
    std::byte* to = frame.at(to_.place);
    for (int64_t i = 0; i < n; i++)
      for (int64_t j = 0; j < n; j++)
        ir::store_element(to_.type, to, start + (lower_ ? i * n + j : j * n + i),
                          j <= i ? rows[i * n + j] : 0.0);
  }

  Matrices from_, to_;
  bool lower_;
  Place workspace_;
};

}  // namespace

std::vector<Rule> cholesky_rules() {
  Rule cholesky{.op = "stablehlo.cholesky", .lower = [](Lowering& lowering) -> Run {
                  return [factor = Cholesky(lowering)](const Frame& frame) { factor.run(frame); };
                }};
  cholesky.supports = has_float_result;
  cholesky.takes_narrow = true;  // so that results are rounded once, as the reference's are
  cholesky.workspace_bytes = [](const Lowering& lowering) {
    const int64_t n = lowering.op.operand_type(0).shape.back();
    return double_bytes(n, n);
  };
  return {cholesky};
}

}  // namespace tutti::backend::cpu
