// SPDX-License-Identifier: Apache-2.0
// Elementwise operations as the kernels' block functions.
#pragma once

#include <optional>

#include "ir/module.h"
#include "kernel/elementwise.h"

namespace tutti::backend::cpu {

struct BlockOperation {
  kernel::BlockFunction function = nullptr;  // null: the operand is passed on
  bool swapped = false;                      // its first two operands change places
};

/// Nothing where the operation is not elementwise, or there is no function for its types.
std::optional<BlockOperation> block_operation(const ir::Operation& op);

}  // namespace tutti::backend::cpu
