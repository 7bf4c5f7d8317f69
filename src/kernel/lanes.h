// SPDX-License-Identifier: Apache-2.0
// Moves elements between tensors and lanes. Lanes are a block of kBlock elements of a compute type
// (kernel/elementwise.h), as region programs and tiles compute with them.
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
/// Fills all kBlock lanes with one element.
void fill_lanes(ir::ElementType type, const std::byte* element, void* lanes);
/// to[i] = from[i] where mask[i], for i < kBlock.
void blend_lanes(ir::ElementType type, const uint8_t* mask, const void* from, void* to);
/// Rounds all lanes to values of `type` where it is narrow; does nothing otherwise.
void round_lanes(ir::ElementType type, void* lanes);

}  // namespace tutti::kernel
