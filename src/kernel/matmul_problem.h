// SPDX-License-Identifier: Apache-2.0
// What a matrix product multiplies, and how it is cut.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "base/rounding.h"
#include "ir/element_type.h"

namespace tutti::kernel {

/// C[i] = op(A[i]) · op(B[i]) for i < batch, accumulated in float32 and rounded once. Dense
/// row-major: A [batch, m, k] or, transposed, [batch, k, m]; B [batch, k, n] or [batch, n, k]; C
/// [batch, m, n]. Element types are f32 or bf16 in any mix; sizes ≥ 0. With a bias [n] of C's type,
/// C + bias, rounded once more.
struct MatmulProblem {
  int64_t batch = 1;
  int64_t m = 0, n = 0, k = 0;
  bool transpose_a = false, transpose_b = false;
  ir::ElementType a = ir::ElementType::f32, b = ir::ElementType::f32, c = ir::ElementType::f32;
  bool has_bias = false;  // see adds_bias
  bool keeps_b = false;   // see Matmul::right_form
};

/// Where the operands of a float32 product lie that are not dense: element (m, k) of A is
/// rows[m] + units[k] bytes behind its start. B is [k, n] and C [m, n], of rows so many elements
/// apart.
struct GatheredOperands {
  std::vector<int64_t> rows, units;
  int64_t b_row_stride = 0, c_row_stride = 0;
};

/// What one run of it reads and writes; A, B and C do not overlap.
struct MatmulOperands {
  const void *a, *b;
  void* c;
  const void* bias = nullptr;        // where the problem has one
  const std::byte* right = nullptr;  // B in Matmul::right_form, where there is one
};

/// The size of the pieces that `size` lines are cut into: at most `most` but for rounding to whole
/// vectors, equal except for the last, and an even number of them, so that two workers share them
/// evenly.
inline int64_t even_piece(int64_t size, int64_t most) {
  int64_t count = divide_up(size, most);
  if (count > 1) count = round_up(count, 2);
  return std::min(size, round_up(divide_up(size, count), 16));
}

}  // namespace tutti::kernel
