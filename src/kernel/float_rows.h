// SPDX-License-Identifier: Apache-2.0
// Rows of f32 or bf16 read into float32 and written back; bf16 is rounded to nearest, ties to even.
#pragma once

#include <cstdint>

#include "ir/element_type.h"

namespace tutti::kernel {

/// out[r * out_stride + c] = from[r * from_stride + c] for r < rows, c < columns; `from` is f32 or
/// bf16.
void load_rows(ir::ElementType type, const void* from, int64_t from_stride, int64_t rows,
               int64_t columns, float* out, int64_t out_stride);

/// The other way; `out` is f32 or bf16. A NaN stays a NaN.
void store_rows(ir::ElementType type, const float* from, int64_t from_stride, int64_t rows,
                int64_t columns, void* out, int64_t out_stride);

}  // namespace tutti::kernel
