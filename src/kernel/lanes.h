// SPDX-License-Identifier: Apache-2.0
// Blocks of kBlock elements in their compute types, gathered from and scattered into tensors.
#pragma once

#include <cstddef>
#include <cstdint>

#include "kernel/elementwise.h"

namespace tutti::kernel {

/// lanes[i] = data[offsets[i]] for i < count <= kBlock; offsets are in elements.
void load_lanes(ir::ElementType type, const std::byte* data, const int64_t* offsets, int64_t count,
                void* lanes);
/// data[offsets[i]] = lanes[i], in order.
void store_lanes(ir::ElementType type, const void* lanes, const int64_t* offsets, int64_t count,
                 std::byte* data);
/// data[i] = lanes[i].
void store_lanes(ir::ElementType type, const void* lanes, int64_t count, std::byte* data);
/// All kBlock lanes hold the one element.
void fill_lanes(ir::ElementType type, const std::byte* element, void* lanes);
/// to[i] = from[i] where mask[i], for i < kBlock.
void blend_lanes(ir::ElementType type, const uint8_t* mask, const void* from, void* to);
/// Rounds to the values of `type` where it is narrow; others are exact.
void round_lanes(ir::ElementType type, void* lanes);

}  // namespace tutti::kernel
