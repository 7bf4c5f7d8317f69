// SPDX-License-Identifier: Apache-2.0
// Lowerings of operations with any region, used where no faster one fits.
#pragma once

#include "backend/cpu/lower/rule.h"

namespace tutti::backend::cpu {

bool supports_region_reduce(const ir::Operation& op);
int64_t region_reduce_workspace(const Lowering& lowering);
Run lower_region_reduce(Lowering& lowering);

bool supports_region_sort(const ir::Operation& op);
int64_t region_sort_workspace(const Lowering& lowering);
Run lower_region_sort(Lowering& lowering);

bool supports_region_scatter(const ir::Operation& op);
int64_t region_scatter_workspace(const Lowering& lowering);
Run lower_region_scatter(Lowering& lowering);

/// The axis along which an operation sorts.
int64_t sorted_axis(const ir::Operation& op);

}  // namespace tutti::backend::cpu
