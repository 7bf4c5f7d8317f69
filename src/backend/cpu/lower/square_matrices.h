// SPDX-License-Identifier: Apache-2.0
// Batches of square matrices, which cholesky and triangular_solve compute with in float64.
#pragma once

#include "backend/cpu/lower/rule.h"
#include "base/checked.h"

namespace tutti::backend::cpu {

/// Whether an operation's result has floats.
inline bool has_float_result(const ir::Operation& op) {
  return ir::is_float(op.result_type().element);
}

/// A batch of n x n matrices, row-major.
struct Matrices {
  explicit Matrices(const View& view)
      : place(view.place), type(view.type.element), n(view.type.shape.back()) {
    batches = n == 0 ? 0 : view.type.count() / (n * n);
  }
  Place place;
  ir::ElementType type;
  int64_t n, batches;
};

/// Bytes of `count` matrices, columns or rows of `each` doubles. Throws UserError where they
/// overflow.
inline int64_t double_bytes(int64_t count, int64_t each) {
  return checked_multiply(checked_multiply(count, each, "a matrix"), int64_t{sizeof(double)},
                          "a matrix");
}

}  // namespace tutti::backend::cpu
