// SPDX-License-Identifier: Apache-2.0
// The values of weights that are kept in blocks of a few bits.
#pragma once

#include <cstdint>

#include "base/threads.h"
#include "blocks/blocks.h"
#include "ir/element_type.h"

namespace tutti::kernel {

/// out[count] of `out_type`, f32 or bf16 = blocks::decode() of the blocks, rounded once. `count` is
/// a multiple of the values of a block.
void dequantize(Team& team, blocks::BlockType type, const void* blocks, int64_t count,
                ir::ElementType out_type, void* out);

/// The same of few blocks, on the calling thread.
void dequantize_part(blocks::BlockType type, const void* blocks, int64_t count,
                     ir::ElementType out_type, void* out);

}  // namespace tutti::kernel
