// SPDX-License-Identifier: Apache-2.0
// Matrix products of element types that have no vector kernel: float64, float16, integers.
#pragma once

#include <cstddef>

#include "base/threads.h"
#include "ir/module.h"
#include "kernel/matmul.h"

namespace tutti::backend::cpu {

/// Whether a dot_general has such types; otherwise kernel/matmul.h multiplies.
bool is_plain_product(const ir::Operation& op);

/// c[batch, m, n] = a[batch, m, k] b[batch, k, n], all dense. Floats are summed in double and
/// rounded once; integers are summed modulo 2^64 and wrapped once. Both operands are floats, or
/// both are integers. `problem` transposes nothing.
void plain_product(Team& team, const kernel::MatmulProblem& problem, const std::byte* a,
                   const std::byte* b, std::byte* c);

}  // namespace tutti::backend::cpu
