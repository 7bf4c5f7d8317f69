// SPDX-License-Identifier: Apache-2.0
// The bf16 product of kernel/avx512_product.h, computed by AMX's tiles (Intel 64 and IA-32
// Architectures Software Developer's Manual, volume 1, chapter 18). Only the files of that product
// use it.
#pragma once

#include <cstdint>

#include "kernel/avx512_product.h"

namespace tutti::kernel {

/// Does what multiply_lines does for bf16. `left` must not be packed, and `right` must be.
void multiply_tiles(int64_t units, const Left& left, const Right& right, const Output& output,
                    int64_t first_row, int64_t last_row, int64_t first_column, int64_t last_column);

}  // namespace tutti::kernel
