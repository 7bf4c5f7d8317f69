// SPDX-License-Identifier: Apache-2.0
// Matrix products of the element types that no library takes: float64, float16, integers.
#pragma once

#include <cstddef>

#include "base/threads.h"
#include "ir/module.h"
#include "kernel/matmul.h"

namespace tutti::backend::cpu {

/// Whether a dot_general has such types; else the vector kernels multiply.
bool is_plain_product(const ir::Operation& op);

/// c[batch, m, n] = a[batch, m, k] b[batch, k, n], dense; floats are summed in double, integers
/// modulo 2^64, and rounded or wrapped once. Operands are all floats or all integers; nothing is
/// transposed.
void plain_product(Team& team, const kernel::MatmulProblem& problem, const std::byte* a,
                   const std::byte* b, std::byte* c);

}  // namespace tutti::backend::cpu
