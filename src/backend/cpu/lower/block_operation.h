// SPDX-License-Identifier: Apache-2.0
// Which kernel computes an elementwise operation, block by block. Rules, groups and regions all ask
// here, and the kernels' tables (kernel/elementwise.h) are the one list of elementwise ops.
#pragma once

#include <optional>

#include "ir/module.h"
#include "kernel/elementwise.h"

namespace tutti::backend::cpu {

struct BlockOperation {
  kernel::BlockFunction function = nullptr;  // null: the result is the operand, unchanged
  bool swapped = false;  // whether the function takes operand 1 before operand 0
};

/// Nothing if the operation is not elementwise, or if no function computes its types.
std::optional<BlockOperation> block_operation(const ir::Operation& op);

}  // namespace tutti::backend::cpu
