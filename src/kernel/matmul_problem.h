// SPDX-License-Identifier: Apache-2.0
// What a matrix product multiplies.
#pragma once

#include <cstdint>

#include "ir/element_type.h"

namespace tutti::kernel {

/// C[i] = op(A[i]) · op(B[i]) for i < batch, accumulated in float32 and rounded once. Dense
/// row-major: A [batch, m, k] or, transposed, [batch, k, m]; B [batch, k, n] or [batch, n, k]; C
/// [batch, m, n]. Element types are f32 or bf16 in any mix; sizes ≥ 0.
struct MatmulProblem {
  int64_t batch = 1;
  int64_t m = 0, n = 0, k = 0;
  bool transpose_a = false, transpose_b = false;
  ir::ElementType a = ir::ElementType::f32, b = ir::ElementType::f32, c = ir::ElementType::f32;
};

}  // namespace tutti::kernel
