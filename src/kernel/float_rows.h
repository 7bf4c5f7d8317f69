// SPDX-License-Identifier: Apache-2.0
// Copies rows of f32 or bf16 to float32 and back. Rounds bf16 to nearest, ties to even.
#pragma once

#include <cstdint>

#include "ir/element_type.h"

namespace tutti::kernel {

/// out[r * out_stride + c] = from[r * from_stride + c] for r < rows, c < columns; `from` is f32 or
/// bf16.
void load_rows(ir::ElementType type, const void* from, int64_t from_stride, int64_t rows,
               int64_t columns, float* out, int64_t out_stride);

/// The same copy from float32 to `out`, which is f32 or bf16 of `type`. A NaN stays a NaN.
void store_rows(ir::ElementType type, const float* from, int64_t from_stride, int64_t rows,
                int64_t columns, void* out, int64_t out_stride);

}  // namespace tutti::kernel
