// SPDX-License-Identifier: Apache-2.0
// The product of two vectors: no matrix, but one number that all threads work at.
#pragma once

#include "backend/cpu/lower/rule.h"

namespace tutti::backend::cpu {

/// Whether a dot_general multiplies each element of one side with one of the other and adds all up,
/// in a type that the elementwise kernels compute in.
bool is_inner_product(const ir::Operation& op);

int64_t inner_product_workspace(const Lowering& lowering);
Run lower_inner_product(const Lowering& lowering);

}  // namespace tutti::backend::cpu
