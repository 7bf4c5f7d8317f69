// SPDX-License-Identifier: Apache-2.0
// The product of two vectors: a dot_general whose result is one number, on which all threads work.
#pragma once

#include "backend/cpu/lower/rule.h"

namespace tutti::backend::cpu {

/// Whether a dot_general multiplies each element of one operand by one of the other and adds up all
/// products, in a type that the elementwise kernels compute.
bool is_inner_product(const ir::Operation& op);

/// Bytes of workspace that it needs.
int64_t inner_product_workspace(const Lowering& lowering);
Run lower_inner_product(const Lowering& lowering);

}  // namespace tutti::backend::cpu
