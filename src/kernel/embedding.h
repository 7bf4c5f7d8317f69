// SPDX-License-Identifier: Apache-2.0
// Rows of a table by id, and the gradient of the table.
#pragma once

#include <cstdint>

#include "base/threads.h"
#include "ir/element_type.h"

namespace tutti::kernel {

/// out[i] = table[ids[i]]. table [entries, channels] of `table_type`, out [count, channels] of
/// `out_type` (each f32 or bf16). An id outside of the table takes the nearest row, as
/// stablehlo.gather does; entries >= 1.
void embedding(Team& team, ir::ElementType table_type, const void* table, int64_t entries,
               int64_t channels, const int32_t* ids, int64_t count, ir::ElementType out_type,
               void* out);

/// dtable f32 [entries, channels] = for each entry the sum, in order, of the rows of dy [count,
/// channels] of `type` whose id it is. An id outside of the table adds to the nearest row, where
/// its value came from.
void embedding_gradient(Team& team, ir::ElementType type, const void* dy, const int32_t* ids,
                        int64_t count, int64_t entries, int64_t channels, float* dtable);

}  // namespace tutti::kernel
