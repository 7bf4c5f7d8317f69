// SPDX-License-Identifier: Apache-2.0
// The values of blocks of a few bits as operations on their bytes, for devices that have no kernel
// for them.
#pragma once

#include "blocks/blocks.h"
#include "op/emit.h"

namespace tutti::op {

/// blocks::decode(), to the bit on a device that rounds each operation on float32: bytes ui8 [...,
/// bytes of a row] -> f32 [..., values of a row].
Value decoded_blocks(Builder& b, Value bytes, blocks::BlockType type);

}  // namespace tutti::op
