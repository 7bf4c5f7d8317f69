// SPDX-License-Identifier: Apache-2.0
// Rows of a table by id, and the gradient of the table.
#pragma once

#include <cstdint>

#include "base/threads.h"
#include "ir/element_type.h"

namespace tutti::kernel {

/// The ids that are looked up, and the size of the table [entries, channels]. An id outside of the
/// table means its nearest row, as in stablehlo.gather.
struct EmbeddingIds {
  const int32_t* ids;  // [count]
  int64_t count;
  int64_t entries, channels;  // entries >= 1
};

/// out[i] = table[ids[i]]: table [entries, channels] of `table_type`, out [count, channels] of
/// `out_type`, each f32 or bf16.
void embedding(Team& team, const EmbeddingIds& ids, ir::ElementType table_type, const void* table,
               ir::ElementType out_type, void* out);

/// dtable f32 [entries, channels]: for each entry the sum, in order, of the rows of dy [count,
/// channels] of `type` whose id it is.
void embedding_gradient(Team& team, const EmbeddingIds& ids, ir::ElementType type, const void* dy,
                        float* dtable);

}  // namespace tutti::kernel
