// SPDX-License-Identifier: Apache-2.0
// Weights in blocks of a few bits as operands.
#pragma once

#include <optional>

#include "blocks/blocks.h"
#include "ir/op_def.h"

namespace tutti::op {

/// The blocks that an attribute names, as "q4_k"; nothing if it is missing or names none.
std::optional<blocks::BlockType> blocks_attribute(const ir::Operation& op, std::string_view name);

/// The attribute of an operation whose weight is in blocks.
inline constexpr const char* kWeightBlocks = "weight_blocks";

/// The values of blocks.
ir::Array decoded(const ir::Array& bytes, blocks::BlockType blocks, const ir::Type& type);

}  // namespace tutti::op
