// SPDX-License-Identifier: Apache-2.0
// The product of kernel/avx512_product.h for few rows and a right operand that is read once, from
// where it lies: a token times the weights. Only the files of that product use it.
#pragma once

#include <cstdint>

#include "kernel/avx512_product.h"

namespace tutti::kernel {

/// Does what multiply_lines does, with the same bits, for all rows of C, at most kFewRows.
/// `right.line_stride` is set. Not for AMX's bf16, which is another arithmetic.
void multiply_right_lines(ir::ElementType type, int64_t units, const Left& left, const Right& right,
                          const Output& output, int64_t rows, int64_t first_column,
                          int64_t last_column);

}  // namespace tutti::kernel
