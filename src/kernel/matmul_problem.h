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

/// C[i] = op(A[i]) · op(B[i]) for i < batch, summed in float32 and rounded once. All are dense and
/// row-major: A [batch, m, k], or [batch, k, m] where it is transposed; B [batch, k, n], or
/// [batch, n, k]; C [batch, m, n]. Each is f32 or bf16; sizes are ≥ 0. A bias [n] of C's type is
/// added to the rounded C, and the sum is rounded again.
struct MatmulProblem {
  int64_t batch = 1;
  int64_t m = 0, n = 0, k = 0;
  bool transpose_a = false, transpose_b = false;
  ir::ElementType a = ir::ElementType::f32, b = ir::ElementType::f32, c = ir::ElementType::f32;
  bool has_bias = false;  // see adds_bias
  bool keeps_b = false;   // see Matmul::right_form
  bool adds = false;      // to what is in C, which is f32 and gets no bias
};

/// Where the operands of a float32 product are that are not dense: element (m, k) of A is
/// rows[m] + units[k] bytes after its start. B is [k, n] and C is [m, n]; the row strides are in
/// elements.
struct GatheredOperands {
  std::vector<int64_t> rows, units;
  int64_t b_row_stride = 0, c_row_stride = 0;
};

/// What one run of a product reads and writes. A, B and C must not overlap.
struct MatmulOperands {
  const void *a, *b;
  void* c;
  const void* bias = nullptr;        // where the problem has one
  const std::byte* right = nullptr;  // B in Matmul::right_form, where there is one
};

/// C[m, n] = op(A) · op(B) in float32. op(A) is A[m, k], or the transpose of A[k, m]; op(B) is
/// B[k, n], or the transpose of B[n, k]. Row-major; `row_*` are the elements from one stored row to
/// the next. Sizes ≥ 1.
struct TileProblem {
  int64_t m, n, k;
  bool transpose_a, transpose_b;
  int64_t row_stride_a, row_stride_b, row_stride_c;
  bool adds;  // to what is in C
};

/// The size of the pieces into which `size` lines are cut: at most `most`, rounded up to whole
/// vectors. All pieces but the last are equal, and there is an even number of them, so that two
/// workers share them evenly.
inline int64_t even_piece(int64_t size, int64_t most) {
  int64_t count = divide_up(size, most);
  if (count > 1) count = round_up(count, 2);
  return std::min(size, round_up(divide_up(size, count), 16));
}

}  // namespace tutti::kernel
